import { MAX_WORKS_AT_ONCE, type Playlist } from '@otodana/contract'
import { expect, test } from 'vitest'

import { createApi } from '#lib/api/api.ts'

import { changesOf, noProgress, savePlaylist, type Draft, type Progress } from './save-playlist.ts'

const playlist: Playlist = {
  id: '2b5e7ab5-d994-4991-a53c-f1b6ae562d0e',
  user_name: 'akari',
  privacy: 0,
  locale: 'en',
  playback_count: 0,
  name: 'Rain',
  description: 'Soft',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  works_count: 0,
  latestWorkID: null,
  mainCoverUrl: null,
  like_count: 0,
  is_owner: true,
  liked: false,
}
const draft: Draft = { name: ' Rain ', description: 'Soft', privacy: 0, codes: [] }
const codes = Array.from({ length: 2 * MAX_WORKS_AT_ONCE + 5 }, (_, index) => `RJ${String(100_000 + index)}`)

type Call = { path: string; body: { works?: string[]; name?: string; data?: object } }

/** A server that accepts every call but the one with this number, and knows every second work. */
function aServer(failsAt?: number) {
  const calls: Call[] = []
  const fetch = (async (address: string, { body }: RequestInit) => {
    const call = { path: address.split('/').at(-1)!, body: JSON.parse(body as string) as Call['body'] }
    calls.push(call)
    if (calls.length === failsAt) return Response.json({ error: 'server.failed' }, { status: 500 })
    const notFound = (call.body.works ?? []).filter((code) => Number(code.slice(2)) % 2 === 1)
    return Response.json({ ...playlist, rowCount: 0, notFound })
  }) as typeof globalThis.fetch
  return { calls, api: createApi({ fetch }) }
}

const sizes = (calls: Call[]) => calls.map(({ path, body }) => [path, body.works?.length ?? 0])

test('PLS-02 a new playlist takes the first thousand codes with it, the others follow in calls of a thousand', async () => {
  const { api, calls } = aServer()
  const told: number[] = []
  const end = await savePlaylist(api, { ...draft, codes }, 'ja', noProgress(null), ({ stored }) =>
    told.push(stored.size),
  )
  expect(sizes(calls)).toEqual([
    ['create-playlist', 1_000],
    ['add-works-to-playlist', 1_000],
    ['add-works-to-playlist', 5],
  ])
  expect(calls[0]!.body).toMatchObject({ name: 'Rain', locale: 'ja', privacy: 0 })
  expect(calls.flatMap(({ body }) => body.works)).toEqual(codes)
  expect(told).toEqual([1_000, 2_000, 2_005])
  expect(end.notFound).toEqual(codes.filter((code) => Number(code.slice(2)) % 2 === 1))
})

test('PLS-02 after a failure the next try makes no second playlist and sends nothing twice', async () => {
  const { api, calls } = aServer(2)
  let progress: Progress = noProgress(null)
  const keep = (next: Progress) => void (progress = next)
  await expect(savePlaylist(api, { ...draft, codes }, 'en', progress, keep)).rejects.toThrow()
  expect(progress.stored.size).toBe(1_000)
  const end = await savePlaylist(api, { ...draft, codes }, 'en', progress, keep)
  expect(sizes(calls)).toEqual([
    ['create-playlist', 1_000],
    ['add-works-to-playlist', 1_000],
    ['add-works-to-playlist', 1_000],
    ['add-works-to-playlist', 5],
  ])
  expect(end.stored.size).toBe(codes.length)
})

test('PLS-02 an edit sends what has been changed alone, and nothing where nothing has', async () => {
  expect(changesOf(playlist, draft)).toEqual({})
  expect(changesOf(playlist, { ...draft, description: '', privacy: 2 })).toEqual({ description: '', privacy: 2 })
  const { api, calls } = aServer()
  await savePlaylist(api, draft, 'en', noProgress(playlist), () => undefined)
  expect(calls).toEqual([])
  await savePlaylist(api, { ...draft, name: 'Snow', codes: ['RJ123456'] }, 'en', noProgress(playlist), () => undefined)
  expect(calls.map(({ path, body }) => [path, body])).toEqual([
    ['edit-playlist-metadata', { id: playlist.id, data: { name: 'Snow' } }],
    ['add-works-to-playlist', { id: playlist.id, works: ['RJ123456'] }],
  ])
})
