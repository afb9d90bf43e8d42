import fc from 'fast-check'
import { expect, test } from 'vitest'

import { confidenceOf, createMatcher } from '../index.ts'
import { looseKey } from './name-keys.ts'

const word = fc.constantFrom(
  '雨',
  '猫と歩く',
  'おやすみ',
  'Track',
  'トラック',
  'プロローグ',
  'おまけ',
  'フリートーク',
  '',
)
const number = fc.constantFrom(
  '1',
  '01',
  '2',
  '１０',
  '①',
  '第一話',
  '第2話',
  '#3',
  '1-2',
  '1.5',
  '',
  '前編',
  'Ⅱ',
  'RJ01234567',
)
const effects = fc.constantFrom('', '', '', '_SEなし', '（SEあり）')
const stem = fc
  .tuple(number, fc.constantFrom('_', ' ', '.', ''), word, effects)
  .map((parts) => parts.join(''))
  .filter((name) => name.trim() !== '')
const folder = fc
  .array(
    fc.constantFrom('mp3', 'wav', '本編', '特典', 'SEなし', 'SEあり', '字幕', '中文字幕', 'Disc 1', '第2章', 'subs'),
    {
      maxLength: 3,
    },
  )
  .map((names) => names.map((name) => `${name}/`).join(''))
const seconds = fc.option(fc.integer({ min: 10, max: 40 }).map((tens) => tens * 10))
const mark = fc.constantFrom('', '', '.zh', '.mp3', '.mp3.ja', ' (中文)')
const work = fc.record({
  audio: fc.uniqueArray(
    fc.record({ path: fc.tuple(folder, stem).map(([at, name]) => `${at}${name}.mp3`), durationSeconds: seconds }),
    { maxLength: 14, selector: ({ path }) => path },
  ),
  subtitles: fc.uniqueArray(
    fc.record({
      path: fc
        .tuple(folder, stem, mark, fc.constantFrom('lrc', 'vtt'))
        .map(([at, name, of, format]) => `${at}${name}${of}.${format}`),
      durationSeconds: fc.integer({ min: 0, max: 40 }).map((tens) => tens * 10),
    }),
    { maxLength: 14, selector: ({ path }) => path },
  ),
})
type Work = typeof work extends fc.Arbitrary<infer T> ? T : never

/** All of a matcher's answers for a work, by path. */
function answers({ audio, subtitles }: Work) {
  const matcher = createMatcher(
    audio,
    subtitles.map(({ path }) => path),
  )
  return {
    confidences: Object.fromEntries(
      audio.flatMap((track) =>
        subtitles.map((subtitle) => [`${track.path} ← ${subtitle.path}`, matcher.confidence(track, subtitle)]),
      ),
    ),
    audio: Object.fromEntries(subtitles.map((subtitle) => [subtitle.path, matcher.audioOf(subtitle)?.path])),
    subtitled: [...matcher.subtitled()].map(({ path }) => path).sort(),
  }
}

test('LYR-02 LYR-08 the result does not depend on the order of the files', () => {
  const shuffled = work.chain(({ audio, subtitles }) =>
    fc.record({
      one: fc.constant({ audio, subtitles }),
      other: fc.record({
        audio: fc.shuffledSubarray(audio, { minLength: audio.length }),
        subtitles: fc.shuffledSubarray(subtitles, { minLength: subtitles.length }),
      }),
    }),
  )
  fc.assert(
    fc.property(shuffled, ({ one, other }) => {
      expect(answers(other)).toEqual(answers(one))
    }),
    { numRuns: 300 },
  )
})

test('LYR-08 a subtitle beside the track of the same name belongs to that track, and to no track of another name', () => {
  const withNamed = work.chain(({ audio, subtitles }) =>
    fc.tuple(fc.shuffledSubarray(audio), fc.constantFrom('.lrc', '.mp3.vtt', '.zh.srt')).map(([named, ending]) => ({
      audio,
      named: named.map(({ path }) => ({ track: path, subtitle: `${path.slice(0, -'.mp3'.length)}${ending}` })),
      paths: subtitles.map(({ path }) => path),
    })),
  )
  const keyOf = (path: string) =>
    looseKey(path.slice(path.lastIndexOf('/') + 1, -'.mp3'.length).replace(/[_（]SE.*/, ''))
  fc.assert(
    fc.property(withNamed, ({ audio, named, paths }) => {
      const matcher = createMatcher(audio, [...paths, ...named.map(({ subtitle }) => subtitle)])
      for (const { track, subtitle } of named) {
        expect(matcher.belonging(track, subtitle)).toBe('own')
        for (const { path } of audio) {
          if (keyOf(path) !== keyOf(track)) expect(matcher.belonging(path, subtitle)).toBe('another')
        }
      }
    }),
    { numRuns: 300 },
  )
})

test('LYR-02 where neither names nor numbers match, the confidence is exactly the formula’s', () => {
  const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
  fc.assert(
    fc.property(work, ({ audio, subtitles }) => {
      const matcher = createMatcher(
        audio,
        subtitles.map(({ path }) => path),
      )
      for (const track of audio) {
        for (const subtitle of subtitles) {
          if (matcher.belonging(track.path, subtitle.path) !== 'open') continue
          const names = [
            { name: nameOf(track.path), durationSeconds: track.durationSeconds ?? 0 },
            { name: nameOf(subtitle.path), durationSeconds: subtitle.durationSeconds },
          ] as const
          expect(matcher.confidence(track, subtitle)).toBe(confidenceOf(...names))
        }
      }
    }),
  )
})

test('LYR-10 in a work of 1,000 tracks and 1,000 subtitles few names are compared', () => {
  const count = 1_000
  const letters = (index: number) =>
    [...String(index).padStart(3, '0')].map((digit) => 'あかさたなはまやらわ'[Number(digit)]).join('')
  let compared = 0
  const counting: typeof confidenceOf = (...files) => {
    compared++
    return confidenceOf(...files)
  }
  const all = (pathOf: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => ({ path: pathOf(index), durationSeconds: 300 }))
  const play = (audio: ReturnType<typeof all>, subtitles: ReturnType<typeof all>) => {
    compared = 0
    const matcher = createMatcher(
      audio,
      subtitles.map(({ path }) => path),
      counting,
    )
    return subtitles.filter((subtitle) => matcher.audioOf(subtitle) !== null).length
  }
  const tracks = all((index) => `mp3/${index}_${letters(index)}.mp3`)
  // Matching by name and by number compares nothing.
  expect([
    play(
      tracks,
      all((index) => `字幕/${index}_${letters(index)}.zh.lrc`),
    ),
    compared,
  ]).toEqual([count, 0])
  expect([
    play(
      tracks,
      all((index) => `字幕/第${index}話.lrc`),
    ),
    compared,
  ]).toEqual([count, 0])
  // Nor do thousands of folders with files of one name, or with one file each.
  expect([
    play(
      all((index) => `${index}/01.mp3`),
      all((index) => `${index}/01.lrc`),
    ),
    compared,
  ]).toEqual([count, 0])
  // Without any match, each subtitle is compared with a hundred.
  play(
    all((index) => `${letters(index)}の夜に聴く物語.mp3`),
    all((index) => `${letters(count - 1 - index)}と夜に聞くお話.lrc`),
  )
  expect(compared).toBeLessThanOrEqual(100 * count)
})
