import { getDefaultMarkTarget, type Endpoint, type Playlist } from '@otodana/contract'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'

import { useSettings } from '#features/settings/index.ts'
import { createI18n } from '#i18n/translations.ts'
import { ApiError, type Api } from '#lib/api/api.ts'
import { useToasts } from '#ui/toast.ts'

import '#i18n/on-demand/playlist-texts.ts'
import { markTargetQuery } from './mark-target.ts'

const own = { id: '11111111-1111-4111-8111-111111111111', name: 'Tonight', is_owner: true } as Playlist
const another = { ...own, id: '22222222-2222-4222-8222-222222222222', is_owner: false }
const usual = { ...own, id: '33333333-3333-4333-8333-333333333333', name: 'Marked by me' }
const nowhere = '44444444-4444-4444-8444-444444444444'

const api = (async (endpoint: Endpoint, { query }: { query?: { id: string } }) => {
  if (endpoint.path === getDefaultMarkTarget.path) return usual
  const found = [own, another].find(({ id }) => id === query?.id)
  if (!found) throw new ApiError(404, 'playlist.notFound', 'no such playlist')
  return found
}) as Api

/** Returns the target of quick marks on a device with this setting, and the toasts shown. */
async function targetOf(kept: string) {
  useSettings.setState({ quickMarkTargetPlaylist: kept })
  const queryClient = new QueryClient()
  const context = { api, queryClient, i18n: await createI18n('en'), siteUrl: '', isClosed: false, endpoints: {} }
  const target = await queryClient.fetchQuery(markTargetQuery(context, kept))
  return { target, kept: useSettings.getState().quickMarkTargetPlaylist, toasts: useToasts.getState().toasts }
}
const RESET = { text: 'Bookmarks are saved to the default playlist again: “Marked by me”.', shownMs: 3_000 }

beforeEach(() => useToasts.setState({ toasts: [] }))

test('QMK-01 a target of one’s own stays', async () => {
  expect(await targetOf(own.id)).toEqual({ target: own, kept: own.id, toasts: [] })
})

test('QMK-01 a device that has never chosen takes the default, without a toast', async () => {
  expect(await targetOf('')).toEqual({ target: usual, kept: usual.id, toasts: [] })
})

test.each([
  ['is not there', nowhere],
  ['is another’s', another.id],
])('QMK-01 a target that %s gives way to the default, which is named for 3 s', async (_, kept) => {
  expect(await targetOf(kept)).toMatchObject({ target: usual, kept: usual.id, toasts: [RESET] })
})
