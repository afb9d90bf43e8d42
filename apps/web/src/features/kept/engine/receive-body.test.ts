import { expect, test } from 'vitest'

import { PIECE_BYTES } from '#lib/kept/pieces.ts'

import { beginPiece, receiveBody } from './receive-body.ts'
import type { StoredFile } from './stored-file.ts'

const version = (sizeBytes: number) => ({ sizeBytes, etag: '"a"', contentType: 'audio/flac' })

test('OFF-02 a file of more than 2 GB is stored in pieces, and only a few of them are in memory', async () => {
  const sizeBytes = 2_700_000_123
  const chunk = new Uint8Array(1_000_000).fill(7)
  let left = sizeBytes
  const lengths: number[] = []
  const memory = new Set<ArrayBuffer>()
  let storing = 0
  let mostStoring = 0
  const stored = {
    async addPiece(index: number, bytes: Uint8Array<ArrayBuffer>) {
      mostStoring = Math.max(mostStoring, ++storing)
      if (bytes.length === PIECE_BYTES) memory.add(bytes.buffer)
      expect([bytes[0], bytes.at(-1)]).toEqual([7, 7])
      await new Promise((resolve) => setImmediate(resolve))
      lengths[index] = bytes.length
      storing--
      return true
    },
  } as unknown as StoredFile
  let arrived = 0
  await receiveBody(beginPiece(0, version(sizeBytes)), sizeBytes, {
    stored,
    async read() {
      const bytes = chunk.subarray(0, Math.min(chunk.length, left))
      left -= bytes.length
      return bytes.length === 0 ? null : bytes
    },
    onBytes: (count) => (arrived += count),
  })
  expect(arrived).toBe(sizeBytes)
  expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(sizeBytes)
  expect(lengths.slice(0, -1).every((length) => length === PIECE_BYTES)).toBe(true)
  expect([mostStoring, memory.size]).toEqual([3, 4])
})

test('OFF-06 a piece that cannot be stored ends it, after those that are on their way', async () => {
  const ended: number[] = []
  const stored = {
    async addPiece(index: number) {
      await new Promise((resolve) => setTimeout(resolve, index === 0 ? 0 : 20))
      ended.push(index)
      if (index === 0) throw new Error('full')
      return true
    },
  } as unknown as StoredFile
  const receiving = receiveBody(beginPiece(0, version(10 * PIECE_BYTES)), 10 * PIECE_BYTES, {
    stored,
    read: async () => new Uint8Array(PIECE_BYTES),
    onBytes: () => {},
  })
  await expect(receiving).rejects.toThrow('full')
  expect(ended).toEqual([0, 1, 2])
})
