import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'

import { expect, onTestFinished, test, vi } from 'vitest'

import { FileRangeStream } from './file-range-stream.ts'

const SIZE = 1_000_000

async function aFile() {
  const dir = mkdtempSync(join(tmpdir(), 'otodana-range-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  const path = join(dir, 'a.bin')
  const bytes = Buffer.from(Array.from({ length: SIZE }, (_, at) => at % 251))
  writeFileSync(path, bytes)
  return { bytes, handle: await open(path) }
}

/** Takes this long for each piece, by the clock that the stream reads, and takes it once the next has been read. */
function aReceiver({ bytes, pieceMs }: { bytes: number; pieceMs: (piece: number) => number }) {
  let nowMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  const pieces: Buffer[] = []
  let receivedBytes = 0
  let readBytes = 0
  let take: (() => void) | undefined

  function takeIfNextIsRead() {
    if (readBytes === receivedBytes && readBytes < bytes) return
    take?.()
    take = undefined
  }

  const receiver = new Writable({
    highWaterMark: 1,
    write(piece: Buffer, _encoding, done) {
      receivedBytes += piece.length
      take = () => {
        nowMs += pieceMs(pieces.push(Buffer.from(piece)) - 1)
        done()
      }
      takeIfNextIsRead()
    },
  })

  function look(piece: Buffer) {
    readBytes += piece.length
    // The stream reads the clock first.
    setImmediate(takeIfNextIsRead)
  }

  return { receiver, look, pieces }
}

test('MED-10 a receiver that plays what it receives gets small pieces, and all bytes', async () => {
  const { bytes, handle } = await aFile()
  const { receiver, look, pieces } = aReceiver({ bytes: SIZE - 10, pieceMs: () => 1_000 })
  const stream = new FileRangeStream(handle, { start: 10, end: SIZE - 1 })
  expect(await stream.sendTo(receiver, look)).toBe(true)
  stream.destroy()
  expect(Buffer.concat(pieces).equals(bytes.subarray(10))).toBe(true)
  const sizes = pieces.map(({ length }) => length)
  // One is read before the first was waited for.
  expect(sizes.slice(0, 2)).toEqual([262_144, 262_144])
  expect(Math.max(...sizes.slice(2))).toBe(32_768)
})

test('MED-10 a receiver that is slow once gets large pieces again', async () => {
  const { handle } = await aFile()
  const { receiver, look, pieces } = aReceiver({ bytes: SIZE, pieceMs: (piece) => (piece === 0 ? 1_000 : 1) })
  const stream = new FileRangeStream(handle, { start: 0, end: SIZE - 1 })
  expect(await stream.sendTo(receiver, look)).toBe(true)
  stream.destroy()
  expect(pieces.map(({ length }) => length)).toEqual([262_144, 262_144, 32_768, 262_144, 180_800])
})
