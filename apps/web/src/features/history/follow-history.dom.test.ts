import type { User } from '@otodana/contract'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { ownerOf, useSession } from '#features/accounts/index.ts'
import { useSettings } from '#features/settings/index.ts'
import { type Api, ApiError } from '#lib/api/api.ts'
import { deviceStorage } from '#lib/storage/browser-storage.ts'
import { DEVICE } from '#lib/storage/device-owner.ts'

import { createBegunList } from './begun-list.ts'
import { followHistory } from './follow-history.ts'

const akari: User = { id: 7, loggedIn: true, name: 'akari', group: 'user', email: null, recommenderUuid: '' }
const work = { workId: 1, workTitle: 'Rain', workPath: '/work/1', hash: '1/1', title: 'Umbrella', seconds: 60 }
const begun = createBegunList(deviceStorage)
const api = (() => Promise.reject(new ApiError(0, undefined, 'no connection'))) as Api
let stop: () => void

beforeEach(() => {
  localStorage.clear()
  useSettings.setState({ keepHistory: true })
  useSession.setState({ token: null, user: null })
  stop = followHistory({ api, queryClient: new QueryClient() })
})
afterEach(() => stop())

test('HIS-16 switching the history of the device off removes its begun works, and no account’s', () => {
  begun.write(7, [{ ...work, durationSeconds: null, atMs: 1 }])
  useSettings.setState({ keepHistory: false })
  expect(begun.works(7)).toHaveLength(1)
  useSettings.setState({ keepHistory: true })
  begun.write(DEVICE, [{ ...work, durationSeconds: null, atMs: 1 }])
  useSettings.setState({ keepHistory: false })
  expect(begun.works(DEVICE)).toEqual([])
})

test('HIS-14 the owner of a session is stored as soon as it is known', () => {
  useSession.setState({ token: 'token', user: null })
  expect(ownerOf(deviceStorage, useSession.getState())).toBeNull()
  useSession.setState({ user: akari })
  useSession.setState({ user: null })
  expect(ownerOf(deviceStorage, useSession.getState())).toBe(7)
})
