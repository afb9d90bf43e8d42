import { createMatcher, parseSubtitleFile, subtitleDuration, subtitleFormats } from '@otodana/subtitles'

import { writeSubtitles } from '../apps/demo-library/src/text/subtitles.ts'
import { type Figure, figure } from './figure.ts'
import { createSubtitleGenerator } from './lib/generated-subtitles.ts'

const FILES = 3_000
const AUDIO_OF_A_WORK = 20
const PASSES = 3

/**
 * Measures subtitle files of about 150 lines in all four formats: parsing, and comparing with twenty recordings of
 * their work.
 */
export async function run(): Promise<Figure> {
  const generator = createSubtitleGenerator()
  const files = Array.from({ length: FILES }, (_, index) => {
    const format = subtitleFormats[index % subtitleFormats.length]!
    const bytes = Buffer.from(writeSubtitles(generator.lines(index), format, `track ${index}`, 'ja'))
    return { path: `字幕/トラック${String(index % AUDIO_OF_A_WORK).padStart(2, '0')} 夜の音.${format}`, bytes }
  })
  const audio = Array.from({ length: AUDIO_OF_A_WORK }, (_, index) => ({
    id: index + 1,
    path: `本編/トラック${String(index).padStart(2, '0')} 夜の音.mp3`,
    durationSeconds: 300 + index * 31,
  }))
  let best = Number.POSITIVE_INFINITY
  let parseMs = 0
  for (let pass = 0; pass < PASSES; pass++) {
    const before = process.threadCpuUsage()
    let parsed = 0
    // As in indexing: each work's names are read once.
    const works = Array.from({ length: FILES / AUDIO_OF_A_WORK }, (_, index) => {
      const ofWork = files.slice(index * AUDIO_OF_A_WORK, (index + 1) * AUDIO_OF_A_WORK)
      return createMatcher(
        audio,
        ofWork.map(({ path }) => path),
      )
    })
    for (const [index, { path, bytes }] of files.entries()) {
      const startedAt = performance.now()
      const cues = parseSubtitleFile(bytes, path)
      parsed += performance.now() - startedAt
      works[Math.floor(index / AUDIO_OF_A_WORK)]!.audioOf({ path, durationSeconds: subtitleDuration(cues) })
    }
    const { user, system } = process.threadCpuUsage(before)
    const seconds = (user + system) / 1e6
    if (seconds < best) [best, parseMs] = [seconds, parsed]
  }
  console.log(`of ${(best * 1_000).toFixed(0)} ms, parsing takes ${parseMs.toFixed(0)} ms`)
  return figure(
    `subtitles (${FILES.toLocaleString('en')} files of 150 lines, ${AUDIO_OF_A_WORK} recordings per work)`,
    [{ name: 'parsed and matched', value: FILES / best, unit: 'files/CPU-s', goal: 1_000, better: 'more' }],
  )
}
