import { expect, test } from 'vitest'

import type { CatalogueService } from '../catalogue/index.ts'
import { createPlaylists } from './playlists.ts'
import type { DavFile } from './webdav.repository.ts'

const WORK = { id: 1_000_001, code: 'RJ01000001', title: 'Rain', updatedAtMs: 0 }

const { signal } = new AbortController()

const aFile = (path: string): DavFile => ({
  id: 1,
  work_id: WORK.id,
  path,
  kind: 'audio',
  size_bytes: 1,
  mtime_ms: 0,
  duration_seconds: 1,
  fingerprint: 'f',
  problem: null,
})

test('DAV-09 a playlist’s file has all tracks of a work that changes while it is read, and the new ones the next time', async () => {
  let change: Parameters<CatalogueService['onChange']>[0] = () => undefined
  let path = 'old.mp3'
  const playlists = createPlaylists({
    catalogue: { onChange: (listener) => void (change = listener) },
    repository: {
      works: async () => [WORK],
      async files() {
        const files = [aFile(path)]
        if (path === 'old.mp3') {
          path = 'new.mp3'
          change({ workIds: new Set([WORK.id]), namesChanged: false, isReload: false })
        }
        return files
      },
      circlesOf: async () => new Map([[WORK.id, 'Roof']]),
      playlistStates: async () => new Map(),
    },
    playlists: {
      ensureSystemPlaylists: () => Promise.resolve(),
      list: async () => ({ rows: [], total: 0 }),
      works: async () => ({ works: [{ workId: WORK.id, addedAtMs: 0, place: 1 }], total: 1 }),
      worksAmong: async () => [],
    },
  })
  async function lastLine(): Promise<string | undefined> {
    const { bytes } = await playlists.m3u({ id: 'id', name: 'Night', updatedAtMs: 0 }, signal)
    return bytes.toString().trim().split('\n').at(-1)
  }
  expect(await lastLine()).toBe('Night/RJ01000001 Rain/old.mp3')
  for (let n = 0; n < 2; n++) expect(await lastLine()).toBe('Night/RJ01000001 Rain/new.mp3')
})

test('DAV-09 a list of playlists makes the files of those that changed, and stops when its reader leaves', async () => {
  let change: Parameters<CatalogueService['onChange']>[0] = () => undefined
  const made: string[] = []
  let state = '1'
  let disk = Promise.resolve()
  const playlists = createPlaylists({
    catalogue: { onChange: (listener) => void (change = listener) },
    repository: {
      works: async (ids) => ids.map((id) => ({ ...WORK, id })),
      files: async (ids) => {
        await disk
        return ids.map((id) => ({ ...aFile('1.mp3'), id, work_id: id }))
      },
      circlesOf: async () => new Map(),
      playlistStates: async (ids) => new Map(ids.map((id) => [id, state])),
    },
    playlists: {
      ensureSystemPlaylists: () => Promise.resolve(),
      list: async () => ({ rows: [], total: 0 }),
      works: async (id) => {
        made.push(id)
        return { works: [{ workId: Number(id), addedAtMs: 0, place: 1 }], total: 1 }
      },
      worksAmong: async () => [],
    },
  })
  const all = ['1', '2', '3'].map((id) => ({ id, name: `Night ${id}`, updatedAtMs: 0 }))
  const madeFor = async (list = all) => {
    made.length = 0
    const facts = await playlists.m3uFacts(list, signal)
    for (const [at, one] of list.entries()) {
      const { bytes, ...alone } = await playlists.m3u(one, signal)
      expect(facts[at]).toEqual(alone)
      expect(bytes.length).toBe(alone.sizeBytes)
    }
    return made.slice(0, made.length - list.length)
  }
  expect(await madeFor()).toEqual(['1', '2', '3'])
  expect(await madeFor()).toEqual([])
  change({ workIds: new Set([2, 9]), namesChanged: false, isReload: false })
  expect(await madeFor()).toEqual(['2'])
  expect(await madeFor([{ ...all[0]!, updatedAtMs: 1 }, all[1]!, { ...all[2]!, name: 'Day' }])).toEqual(['1', '3'])
  state = '2'
  expect(await madeFor()).toEqual(['1', '2', '3'])
  change({ workIds: new Set(), namesChanged: true, isReload: false })
  made.length = 0
  const waiting = Promise.withResolvers<void>()
  disk = waiting.promise
  const reader = new AbortController()
  const list = playlists.m3uFacts(all, reader.signal)
  await expect.poll(() => made).toEqual(['1'])
  // Two are made at once, and thirty-two more wait.
  const others = Array.from({ length: 34 }, () =>
    playlists.m3u(all[2]!, signal).then(
      () => 'made',
      (error: Error) => error.message,
    ),
  )
  expect(await others.at(-1)).toBe('server.busy')
  reader.abort(new Error('gone'))
  waiting.resolve()
  await expect(list).rejects.toThrow('gone')
  expect(new Set(await Promise.all(others))).toEqual(new Set(['made', 'server.busy']))
  expect(made.filter((id) => id === '2')).toEqual([])
})
