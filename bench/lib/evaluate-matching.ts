import { autoSelected, createMatcher, sortCandidates } from '@otodana/subtitles'

import type { GeneratedWork } from './generated-subtitled-works.ts'

/** Tracks with an identifiable subtitle (`due`), and automatic selections. */
export type MatchingScore = {
  shape: string
  due: number
  right: number
  chosen: number
  wrong: number
  /** Subtitles in a search, and those that would play another recording. */
  searched: number
  played: number
  playedWrong: number
  mistakes: string[]
}

/** Evaluates the subtitle selected for each track, and the audio that a match in each subtitle plays. */
export function evaluateMatching(works: readonly GeneratedWork[]): MatchingScore[] {
  const scores = new Map<string, MatchingScore>()
  for (const { shape, audio, subtitles } of works) {
    const none = { due: 0, right: 0, chosen: 0, wrong: 0, searched: 0, played: 0, playedWrong: 0, mistakes: [] }
    const score = scores.get(shape) ?? { shape, ...none }
    scores.set(shape, score)
    const matcher = createMatcher(
      audio,
      subtitles.map(({ path }) => path),
    )
    for (const track of audio) {
      const candidates = subtitles.map((subtitle) => ({
        subtitle,
        confidence: matcher.confidence(track, subtitle),
        isPushed: false,
      }))
      const sorted = sortCandidates(candidates)
      const chosen = sorted[autoSelected(sorted)]?.subtitle
      const isDue = subtitles.some(({ recording, isTold }) => isTold && recording === track.recording)
      if (isDue) score.due++
      if (isDue && !chosen) score.mistakes.push(`${track.path} has none`)
      if (!chosen) continue
      score.chosen++
      if (chosen.recording === track.recording) score.right += Number(isDue)
      else {
        score.wrong++
        score.mistakes.push(`${track.path} ← ${chosen.path}`)
      }
    }
    for (const subtitle of subtitles) {
      const played = matcher.audioOf(subtitle)
      score.searched++
      if (!played) continue
      score.played++
      if (played.recording === subtitle.recording) continue
      score.playedWrong++
      score.mistakes.push(`${subtitle.path} → ${played.path}`)
    }
  }
  return [...scores.values()]
}

export function totalOf(scores: readonly MatchingScore[]): MatchingScore {
  const sum = (key: 'due' | 'right' | 'chosen' | 'wrong' | 'searched' | 'played' | 'playedWrong') =>
    scores.reduce((total, score) => total + score[key], 0)
  return {
    shape: 'all',
    due: sum('due'),
    right: sum('right'),
    chosen: sum('chosen'),
    wrong: sum('wrong'),
    searched: sum('searched'),
    played: sum('played'),
    playedWrong: sum('playedWrong'),
    mistakes: scores.flatMap(({ mistakes }) => mistakes),
  }
}
