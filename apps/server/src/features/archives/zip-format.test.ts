import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

import { BlobReader, Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'

import {
  dataDescriptor,
  directory,
  lengthOf,
  localHeader,
  type WrittenEntry,
  type ZipEntry,
  zipLength,
} from './zip-format.ts'
import { type OpenEntry, ZipStream } from './zip-stream.ts'

const MOMENT = Date.UTC(2026, 4, 3, 21, 7, 9)

test('DLD-02 an archive is exactly as long as was said, and gives back each file with its name, bytes and time', async () => {
  const entry = fc.record({
    name: fc.stringMatching(/^[a-z雨音]{1,40}$/).map((name) => `RJ01000001 夜/${name}`),
    bytes: fc.uint8Array({ maxLength: 400 }),
    modifiedMs: fc.integer({ min: Date.UTC(1980, 0, 2), max: Date.UTC(2037, 0, 1) }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { maxLength: 12 }), async (files) => {
      const entries = files.map((file) => ({ ...file, sizeBytes: file.bytes.length }))
      const archive = await bytesOf(entries, async ({ bytes }) => Readable.from([Buffer.from(bytes)]))
      expect(archive.length).toBe(zipLength(entries))
      const read = await new ZipReader(new Uint8ArrayReader(new Uint8Array(archive)), {
        checkSignature: true,
      }).getEntries()
      expect(read.map(({ filename }) => filename)).toEqual(entries.map(({ name }) => name))
      for (const [index, one] of read.entries()) {
        if (one.directory) throw new Error('a folder where a file should be')
        expect(await one.getData(new Uint8ArrayWriter())).toEqual(entries[index]!.bytes)
        expect(Math.floor(one.lastModDate.getTime() / 1_000)).toBe(Math.floor(entries[index]!.modifiedMs / 1_000))
      }
    }),
    { numRuns: 40 },
  )
})

test('DLD-02 files and archives beyond 4 GB are found where they are', async () => {
  const sizes = [3, 5_000_000_000, 7, 4_294_967_295]
  const written: WrittenEntry[] = []
  let offset = 0
  for (const [index, sizeBytes] of sizes.entries()) {
    const entry = { name: `${index}.wav`, sizeBytes, modifiedMs: MOMENT, offset, crc: 0x1234_5678 + index }
    written.push(entry)
    offset += lengthOf(entry)
  }
  const tail = Buffer.concat([...directory(written)])
  expect(zipLength(written)).toBe(offset + tail.length)

  // The nine gigabytes before the directory are generated on read.
  const heads = written.flatMap((entry) => [
    { at: entry.offset, bytes: localHeader(entry) },
    { at: entry.offset + localHeader(entry).length + entry.sizeBytes, bytes: dataDescriptor(entry, entry.crc) },
  ])
  const sparse = new SparseBlob([...heads, { at: offset, bytes: tail }], offset + tail.length)
  const read = await new ZipReader(new BlobReader(sparse as unknown as Blob)).getEntries()
  expect(
    read.map(({ filename, uncompressedSize, offset: at, zip64 }) => [filename, uncompressedSize, at, zip64]),
  ).toEqual(
    written.map(({ name, sizeBytes, offset: at }) => [
      name,
      sizeBytes,
      at,
      sizeBytes >= 0xffff_ffff || at >= 0xffff_ffff,
    ]),
  )
})

test('DLD-02 more than 65,535 files are counted where there is room for the number', () => {
  const entries = Array.from({ length: 65_535 }, (_, index) => ({ name: `${index}`, sizeBytes: 0, modifiedMs: MOMENT }))
  const written = entries.map((entry, index) => ({ ...entry, offset: index * 60, crc: 0 }))
  const end = [...directory(written)].at(-1)!
  expect(end.readBigUInt64LE(32)).toBe(65_535n)
  expect([...directory(written.slice(1))].at(-1)!).toHaveLength(22)
  expect(end).toHaveLength(22 + 20 + 56)
})

test('DLD-02 dates that an archive cannot hold become the nearest that it can', async () => {
  const entries = [0, -1e14, 1e14].map((modifiedMs, index) => ({ name: `${index}`, sizeBytes: 0, modifiedMs }))
  const archive = await bytesOf(entries, () => Promise.reject(new Error('empty files are not opened')))
  expect(archive.length).toBe(zipLength(entries))
  expect(await new ZipReader(new Uint8ArrayReader(new Uint8Array(archive))).getEntries()).toHaveLength(3)
})

test('DLD-02 a file that is shorter or longer than was said ends the archive with an error', async () => {
  for (const bytes of ['abc', 'abcde']) {
    const entry = { name: 'a', sizeBytes: 4, modifiedMs: MOMENT }
    const archive = bytesOf([entry], async () => Readable.from([Buffer.from(bytes)]))
    await expect(archive).rejects.toThrow(`a has ${bytes.length} bytes, not 4`)
  }
})

test('DLD-02 an archive that is read in another way than by pipe says so', async () => {
  await expect(buffer(new ZipStream([], async () => Readable.from([])))).rejects.toThrow('can only be piped')
})

test('DLD-02 an archive without a receiver closes the file it reads, also one that is just being opened', async () => {
  const entry = { name: 'a', sizeBytes: 4, modifiedMs: MOMENT }
  for (const isOpen of [true, false]) {
    const isRead = Promise.withResolvers<void>()
    const file = new Readable({ read: () => isRead.resolve() })
    const opening = Promise.withResolvers<Readable>()
    const isAsked = Promise.withResolvers<void>()
    const archive = new ZipStream([entry], () => {
      isAsked.resolve()
      return opening.promise
    })
    archive.pipe(new PassThrough())
    await isAsked.promise
    if (isOpen) {
      opening.resolve(file)
      await isRead.promise
    }
    archive.destroy()
    opening.resolve(file)
    await vi.waitFor(() => expect(file.destroyed).toBe(true))
  }
})

test('DLD-02 a file that cannot be closed breaks the archive off, and nothing else', async () => {
  const entry = { name: 'a', sizeBytes: 4, modifiedMs: MOMENT }
  const unclosable = () =>
    new Readable({
      read() {
        this.push('abcd')
        this.push(null)
      },
      autoDestroy: false,
      destroy: (_, done) => done(new Error('cannot be closed')),
    })
  await expect(bytesOf([entry, { ...entry, name: 'b' }], async () => unclosable())).rejects.toThrow('cannot be closed')
})

function bytesOf<E extends ZipEntry>(entries: readonly E[], open: OpenEntry<E>): Promise<Buffer> {
  const archive = new ZipStream(entries, open)
  const destination = new PassThrough()
  archive.once('error', (error) => destination.destroy(error))
  return buffer(archive.pipe(destination))
}

/** A sparse blob: pieces at offsets, zeros in between. */
class SparseBlob {
  readonly size: number
  readonly #pieces: { at: number; bytes: Buffer }[]

  constructor(pieces: { at: number; bytes: Buffer }[], size: number) {
    this.#pieces = pieces
    this.size = size
  }

  slice(start: number, end: number): Blob {
    const bytes = new Uint8Array(end - start)
    for (const piece of this.#pieces) {
      const from = Math.max(start, piece.at)
      const to = Math.min(end, piece.at + piece.bytes.length)
      if (from < to) bytes.set(piece.bytes.subarray(from - piece.at, to - piece.at), from - start)
    }
    return new Blob([bytes])
  }
}
