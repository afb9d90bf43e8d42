import { WritableStream } from 'node:stream/web'

import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { followSession, useSession } from '#features/accounts/index.ts'
import { createApi } from '#lib/api/api.ts'

import { useDownloads } from './downloads.store.ts'
import type { PlannedFile } from './plan.ts'
import { begin, putAway } from './run-download.ts'
import { aFolder, type FakeFolder } from '../test/a-folder.ts'

const work = { id: 7, title: 'Night', source_id: 'RJ000007' }
const file: PlannedFile = { hash: '7/1', title: '01.wav', url: '/f', path: ['01.wav'], sizeBytes: 1_000 }
const PART = 'RJ000007 Night/01.wav.part'

let folder: FakeFolder
let stopFollowing: () => void

/** A connection that stalls after the first bytes. */
function aSilentLine(_url: unknown, { signal }: RequestInit = {}): Promise<Response> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new Uint8Array(400))
      signal?.addEventListener('abort', () => controller.error(signal.reason))
    },
  })
  return Promise.resolve(new Response(body, { headers: { 'content-length': '1000', etag: '"a"' } }))
}

beforeEach(async () => {
  folder = aFolder()
  stopFollowing = followSession({
    api: createApi({ fetch: aSilentLine }),
    queryClient: new QueryClient(),
    reload: () => undefined,
  })
  vi.stubGlobal('fetch', aSilentLine)
  vi.stubGlobal('WritableStream', WritableStream)
  vi.stubGlobal('showDirectoryPicker', () => Promise.resolve(folder.root))
  await begin(work, [], [file])
  await vi.waitUntil(() => useDownloads.getState().progress?.receivedBytes === 400)
})

afterEach(async () => {
  const { download } = useDownloads.getState()
  if (download) await putAway(download)
  useSession.setState({ isClosed: false })
  stopFollowing()
  vi.unstubAllGlobals()
})

/** As received from another tab. */
const signedOutElsewhere = () => dispatchEvent(new StorageEvent('storage', { key: 'signed-out', newValue: '1' }))
const isAskedWhenLeaving = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('DLD-02 as long as files are saved, who leaves the page is asked', async () => {
  expect(isAskedWhenLeaving()).toBe(true)
  useDownloads.getState().download?.queue.pause()
  expect(isAskedWhenLeaving()).toBe(false)
  await expect.poll(() => folder.read(PART)).toHaveLength(400)
})

test('DLD-02 signing out of a closed library removes the download', async () => {
  useSession.setState({ isClosed: true })
  signedOutElsewhere()
  await expect.poll(() => useDownloads.getState().download).toBeNull()
  expect([folder.paths(), isAskedWhenLeaving()]).toEqual([[], false])
  expect(localStorage.getItem('download-parts') ?? '[]').toBe('[]')
})

test('DLD-02 in a public library it continues', async () => {
  localStorage.setItem('download-parts', '[]')
  signedOutElsewhere()
  // The cleanup has finished.
  await vi.waitUntil(() => localStorage.getItem('download-parts') === null)
  expect(useDownloads.getState().download?.queue.isRunning()).toBe(true)
})
