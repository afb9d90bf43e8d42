import { findListening, finishListening, type Progress } from '@otodana/contract'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'

import { useSettings } from '#features/settings/index.ts'
import type { Api } from '#lib/api/api.ts'

import { dropFinishedOffer, offerListened, useFinishedOffer } from './finished-offer.ts'

const work = { owner: 7, workId: 1, workTitle: 'Rain' }

/** What a setting does with a work whose progress is as given: the calls, and whether it is offered. */
async function finish(
  marksListened: 'ask' | 'automatic' | 'off',
  now: { progress: Progress | null; isChosen: boolean } = { progress: 'listening', isChosen: false },
) {
  const calls: unknown[] = []
  const api = ((endpoint: unknown) => {
    calls.push(endpoint)
    return Promise.resolve(now)
  }) as Api
  useSettings.setState({ marksListened })
  dropFinishedOffer()
  await offerListened({ api, queryClient: new QueryClient() }, work)
  return { calls, isOffered: useFinishedOffer.getState().offer === work }
}

test('HIS-21 the end of a work asks by default, sets the progress without asking, or does nothing', async () => {
  expect(await finish(useSettings.getInitialState().marksListened)).toEqual({ calls: [findListening], isOffered: true })
  expect(await finish('automatic')).toEqual({ calls: [finishListening], isOffered: false })
  expect(await finish('off')).toEqual({ calls: [], isOffered: false })
})

test('HIS-21 nothing is offered where a progress is chosen, or where it is listened already', async () => {
  expect((await finish('ask', { progress: 'postponed', isChosen: true })).isOffered).toBe(false)
  expect((await finish('ask', { progress: 'listened', isChosen: false })).isOffered).toBe(false)
  expect((await finish('ask', { progress: null, isChosen: false })).isOffered).toBe(true)
})
