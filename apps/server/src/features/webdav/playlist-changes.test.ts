import { expect, test } from 'vitest'

import type { CatalogueService } from '../catalogue/index.ts'
import { createPlaylists } from './playlists.ts'
import type { DavFile } from './webdav.repository.ts'

const WORK = { id: 1_000_001, code: 'RJ01000001', title: 'Rain', updatedAtMs: 0 }

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
    },
    playlists: {
      ensureSystemPlaylists: () => Promise.resolve(),
      list: async () => ({ rows: [], total: 0 }),
      works: async () => ({ works: [{ workId: WORK.id, addedAtMs: 0, place: 1 }], total: 1 }),
      worksAmong: async () => [],
    },
  })
  async function lastLine(): Promise<string | undefined> {
    const { bytes } = await playlists.m3u({ id: 'id', name: 'Night', updatedAtMs: 0 })
    return bytes.toString().trim().split('\n').at(-1)
  }
  expect(await lastLine()).toBe('Night/RJ01000001 Rain/old.mp3')
  for (let n = 0; n < 2; n++) expect(await lastLine()).toBe('Night/RJ01000001 Rain/new.mp3')
})
