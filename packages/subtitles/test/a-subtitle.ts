import fc from 'fast-check'

import type { Cue, SubtitleFormat } from '../src/index.ts'

/** Words without characters that one of the formats interprets. */
const aLine = fc
  .stringMatching(/^[ぁ-んァ-ヶ一-龠a-z0-9、。！]{1,24}$/)
  .filter((line) => !/^\d+$/.test(line) && !/^(?:note|style|region)$/i.test(line))

/** Cues that all four formats can represent: in hundredths of a second, consecutive, with different texts. */
export const someCues: fc.Arbitrary<Cue[]> = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 900_000 }), fc.integer({ min: 1, max: 2_000 }), aLine), {
    minLength: 1,
    maxLength: 30,
  })
  .map((parts) => {
    let at = 0
    return parts.map(([pause, length, text]) => {
      const start = at + pause
      at = start + length
      return { startSeconds: start / 100, endSeconds: at / 100, text }
    })
  })

const two = (value: number) => String(value).padStart(2, '0')

function clock(seconds: number, mark: string, digits: 2 | 3): string {
  const hundredths = Math.round(seconds * 100)
  const [hours, minutes, rest] = [Math.floor(hundredths / 360_000), Math.floor(hundredths / 6_000) % 60, hundredths]
  const fraction = two(rest % 100) + (digits === 3 ? '0' : '')
  return `${hours}:${two(minutes)}:${two(Math.floor(rest / 100) % 60)}${mark}${fraction}`
}

/** Write cues as the lines of a file. */
export const writers: Record<SubtitleFormat, (cues: readonly Cue[]) => string[]> = {
  lrc: (cues) =>
    cues.flatMap(({ startSeconds, endSeconds, text }) => {
      const stamp = (seconds: number) => {
        const hundredths = Math.round(seconds * 100)
        return `[${two(Math.floor(hundredths / 6_000))}:${two(Math.floor(hundredths / 100) % 60)}.${two(hundredths % 100)}]`
      }
      return [`${stamp(startSeconds)}${text}`, stamp(endSeconds)]
    }),
  srt: (cues) =>
    cues.flatMap(({ startSeconds, endSeconds, text }, index) => [
      String(index + 1),
      `${clock(startSeconds, ',', 3)} --> ${clock(endSeconds, ',', 3)}`,
      text,
      '',
    ]),
  vtt: (cues) => [
    'WEBVTT',
    '',
    ...cues.flatMap(({ startSeconds, endSeconds, text }) => [
      `${clock(startSeconds, '.', 3)} --> ${clock(endSeconds, '.', 3)}`,
      text,
      '',
    ]),
  ],
  ass: (cues) => [
    '[Events]',
    'Format: Layer, Start, End, Style, Text',
    ...cues.map(
      ({ startSeconds, endSeconds, text }) =>
        `Dialogue: 0,${clock(startSeconds, '.', 2)},${clock(endSeconds, '.', 2)},Default,${text}`,
    ),
  ],
}
