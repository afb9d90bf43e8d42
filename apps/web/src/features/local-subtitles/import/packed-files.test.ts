import { expect, test } from 'vitest'

import { aZip, type ZipFile } from '#test/a-zip.ts'
import { packedBlocks } from './packed-files.ts'
import type { SkippedFile } from '../types.ts'
import { bytesSource } from './zip/byte-source.ts'
import { unpackBlock } from './zip/unpack.ts'

const MEGABYTE = 2 ** 20

/** Reads an archive; returns its blocks and the longest read. */
async function blocksOf(bytes: Uint8Array<ArrayBuffer>) {
  const source = bytesSource(bytes)
  const skipped: SkippedFile[] = []
  const blocks: { names: string[]; sizeBytes: number }[] = []
  let mostRead = 0
  const watched = {
    size: source.size,
    read: async (start: number, end: number) => {
      const piece = await source.read(start, end)
      mostRead = Math.max(mostRead, piece.length)
      return piece
    },
  }
  for await (const { files, read } of packedBlocks(watched, { packageName: 'a', onSkip: (one) => skipped.push(one) })) {
    const unpacked = unpackBlock(await read())
    blocks.push({
      names: files.map(({ path }) => path),
      sizeBytes: unpacked.reduce((sum, one) => sum + ('content' in one ? one.content.length : 0), 0),
    })
  }
  return { blocks, skipped, mostRead }
}

test('LSB-02 what one block unpacks to is bounded, however little it is packed', async () => {
  const files = Array.from({ length: 9 }, (_, index): ZipFile => {
    return { name: `RJ123456/${index}.srt`, content: new Uint8Array(2 * MEGABYTE), isDeflated: true }
  })
  const { blocks, skipped } = await blocksOf(aZip(files))
  expect(skipped).toEqual([])
  expect(blocks.map(({ names, sizeBytes }) => [names.length, sizeBytes / MEGABYTE])).toEqual([
    [4, 8],
    [4, 8],
    [1, 2],
  ])
})

test('LSB-01 what is no subtitle by its size is not even read, and costs the others nothing', async () => {
  const { blocks, skipped, mostRead } = await blocksOf(
    aZip([
      { name: 'RJ123456/1.srt', content: 'one' },
      { name: 'RJ123456/film.srt', content: new Uint8Array(6 * MEGABYTE) },
      // Declares many times its own size.
      { name: 'RJ123456/lie.srt', content: new Uint8Array(3 * MEGABYTE), sizeBytes: 10 },
      { name: 'RJ123456/huge.srt', content: '4 GB', sizeBytes: 0xffff_fffe, isDeflated: true },
      { name: 'RJ123457.zip', content: new Uint8Array(5 * MEGABYTE), sizeBytes: 300 * MEGABYTE, isDeflated: true },
      { name: 'RJ123456/2.srt', content: 'two' },
    ]),
  )
  expect(blocks.flatMap(({ names }) => names)).toEqual(['RJ123456/1.srt', 'RJ123456/2.srt'])
  expect(skipped.map(({ reason }) => reason)).toEqual(['tooLarge', 'broken', 'tooLarge', 'tooLarge'])
  expect(mostRead).toBeLessThan(MEGABYTE)
})

test('LSB-02 of a gap before the directory nothing is read', async () => {
  const zip = aZip([
    { name: 'RJ123456/1.srt', content: 'one' },
    { name: 'gap', content: new Uint8Array(9 * MEGABYTE) },
  ])
  // The directory omits the second file, so its bytes belong to no entry.
  const { blocks, mostRead } = await blocksOf(withoutSecondEntry(zip))
  expect(blocks).toEqual([{ names: ['RJ123456/1.srt'], sizeBytes: 3 }])
  expect(mostRead).toBeLessThan(MEGABYTE)
})

function withoutSecondEntry(zip: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const endAt = zip.length - 22
  const end = new DataView(zip.buffer, endAt)
  const [size, start] = [end.getUint32(12, true), end.getUint32(16, true)]
  const firstSize = size - 46 - 'gap'.length
  end.setUint32(12, firstSize, true)
  return new Uint8Array(Buffer.concat([zip.subarray(0, start + firstSize), zip.subarray(endAt)]))
}
