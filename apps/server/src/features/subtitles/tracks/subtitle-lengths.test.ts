import { Readable } from 'node:stream'

import { expect, test } from 'vitest'

import type { Storage, StoredFile } from '#storage/storage.ts'

import { createSubtitleLengths, MAX_READ_FILES, MAX_WAITING, READ_AT_ONCE } from './subtitle-lengths.ts'
import type { SubtitledWork, SubtitleRow } from './track-subtitles.repository.ts'

const LRC = '[00:01.00]雨\n[00:09.00]\n'
const work: SubtitledWork = { id: 1, root: '/library', workPath: 'RJ000001', tracks: [], subtitles: [] }

function aFile(id: number, more: Partial<SubtitleRow> = {}): SubtitleRow {
  return { id, path: `${id}.lrc`, sizeBytes: LRC.length, fingerprint: 'x', mtimeMs: 1, known: null, ...more }
}

/** A storage that returns every file once `gate` resolves. */
function aStorage(gate: Promise<void>) {
  const asked: string[] = []
  const storage: Storage = {
    async stat({ path }) {
      asked.push(path)
      await gate
      return { sizeBytes: LRC.length } as StoredFile
    },
    openRange: () => Promise.resolve(Readable.from([Buffer.from(LRC)])),
    checkRoot: () => Promise.resolve(),
  }
  return { asked, storage }
}

const log = { warn: () => {} }
const filesFrom = (first: number) => Array.from({ length: 100 }, (_, index) => aFile(first + index))

test('LYR-11 concurrent calls read a file once, eight at a time, and too many are refused with a time to retry', async () => {
  const { promise, resolve: openGate } = Promise.withResolvers<void>()
  const { asked, storage } = aStorage(promise)
  const lengthsOf = createSubtitleLengths({ storage, log })
  const calls = [lengthsOf(work, filesFrom(0)), lengthsOf(work, filesFrom(0).slice(0, MAX_READ_FILES))]
  for (let call = 1; call * MAX_READ_FILES < READ_AT_ONCE + MAX_WAITING; call++) {
    calls.push(lengthsOf(work, filesFrom(100 * call)))
  }
  await expect(lengthsOf(work, filesFrom(10_000))).rejects.toMatchObject({ code: 'server.busy' })
  expect(asked).toHaveLength(READ_AT_ONCE)
  // Indexed files are not read.
  const known = { seconds: 5, problem: null }
  expect((await lengthsOf(work, [aFile(1, { known })])).seconds).toEqual(new Map([[1, 5]]))

  openGate()
  const lengths = await Promise.all(calls)
  expect(lengths.every(({ seconds }) => seconds.size === MAX_READ_FILES)).toBe(true)
  expect(new Set(asked).size).toBe(asked.length)
  expect(asked).toHaveLength((calls.length - 1) * MAX_READ_FILES)
})

test('LYR-11 one call reads no more than 4 MiB, and leaves out what is broken', async () => {
  const { asked, storage } = aStorage(Promise.resolve())
  const sizeBytes = 1_500_000
  const files = [
    ...[1, 2, 3, 4].map((id) => aFile(id, { sizeBytes })),
    aFile(5),
    aFile(6, { known: { seconds: 0, problem: 'noCues' } }),
  ]
  const { seconds, failure } = await createSubtitleLengths({ storage, log })(work, files)
  expect(asked).toEqual(['RJ000001/1.lrc', 'RJ000001/2.lrc', 'RJ000001/5.lrc'])
  expect([...seconds].toSorted(([a], [b]) => a - b)).toEqual([
    [1, 9],
    [2, 9],
    [5, 9],
    [6, null],
  ])
  expect(failure).toBeNull()
})
