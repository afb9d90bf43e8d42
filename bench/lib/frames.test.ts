import sharp from 'sharp'
import { expect, test } from 'vitest'

import { summarize, tallestBlank } from './frames.ts'

const even = Array.from({ length: 181 }, (_, index) => (index * 1_000) / 60)

test('sixty even frames per second count as sixty, and a gap shows in the slowest second', () => {
  expect(summarize(even).slowestSecond).toBe(60)
  const withGap = even.map((time, index) => (index < 90 ? time : time + 250))
  const { slowestSecond, longestGapMs } = summarize(withGap)
  expect(slowestSecond).toBe(45)
  expect(longestGapMs).toBeCloseTo(250 + 1_000 / 60)
  expect(() => summarize(even.slice(0, 30))).toThrow('less than a second')
})

test('an empty area in a picture of lines is found, with its height', async () => {
  const lines = (missing: (line: number) => boolean) =>
    Array.from({ length: 20 }, (_, line) =>
      missing(line) ? '' : `<text x="5" y="${line * 40 + 25}" font-size="16">Blue Lantern 灯台 ${line}</text>`,
    ).join('')
  const picture = (missing: (line: number) => boolean) =>
    sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="800"><rect width="600" height="800" fill="white"/>${lines(missing)}</svg>`,
      ),
    )
      .jpeg({ quality: 80 })
      .toBuffer()
  expect(await tallestBlank(await picture(() => false), 0)).toBeLessThan(40)
  const holed = await picture((line) => line >= 10 && line < 14)
  expect(await tallestBlank(holed, 0)).toBeGreaterThan(160)
  expect(await tallestBlank(holed, 0.75)).toBeLessThan(40)
})
