import fc from 'fast-check'
import { expect, test } from 'vitest'

import { streamFormats } from './stream-format.ts'
import { chunkAt, chunkPackets, chunkRange, layoutOf } from './stream-layout.ts'

const durations = fc.double({ min: 0.001, max: 300, noNaN: true })
const formats = fc.constantFrom(streamFormats.opus, streamFormats.mp3)

test('MED-02 every chunk is as large as its place, one follows another, and the last one ends the stream', () => {
  fc.assert(
    fc.property(formats, durations, (format, seconds) => {
      const layout = layoutOf(format, seconds)
      let position = layout.header.length
      for (let chunk = 0; chunk < layout.chunks; chunk++) {
        const range = chunkRange(layout, chunk)
        expect(range.start).toBe(position)
        expect([chunkAt(layout, range.start), chunkAt(layout, range.end)]).toEqual([chunk, chunk])
        const { first, count } = chunkPackets(layout, chunk)
        const packets = Array.from({ length: count }, () => Buffer.alloc(format.packetBytes))
        expect(format.wrap(first, packets).length).toBe(range.end - range.start + 1)
        position = range.end + 1
      }
      expect(position).toBe(layout.sizeBytes)
      expect(layout.packets * format.packetSeconds).toBeGreaterThanOrEqual(seconds)
    }),
    { numRuns: 20 },
  )
})

test('MED-02 the cues of a WebM header lead to its clusters, whose times are theirs', () => {
  const layout = layoutOf(streamFormats.opus, 55.5)
  const whole = Buffer.concat([
    layout.header,
    ...Array.from({ length: layout.chunks }, (_, chunk) => {
      const { first, count } = chunkPackets(layout, chunk)
      return layout.format.wrap(
        first,
        Array.from({ length: count }, () => Buffer.alloc(200)),
      )
    }),
  ])
  const segment = whole.indexOf(Buffer.from('18538067', 'hex')) + 12
  const cues = whole.lastIndexOf(Buffer.from('1c53bb6b', 'hex')) + 12
  let found = 0
  for (let at = cues; whole[at] === 0xbb; at += 23) {
    const time = whole.readUInt32BE(at + 4)
    const cluster = segment + Number(whole.readBigUInt64BE(at + 15))
    expect(whole.subarray(cluster, cluster + 4).toString('hex')).toBe('1f43b675')
    expect(Number(whole.readBigUInt64BE(cluster + 14))).toBe(time)
    expect(time).toBe(found++ * 4_000)
  }
  expect(found).toBe(14)
})
