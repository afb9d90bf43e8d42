import type { SubtitleLine, SubtitleMatch, SubtitleWork, TrackNode } from '@otodana/contract'

import type { QueueTrack } from '#features/player/index.ts'

export type LinePlayerDeps = {
  /** A work's files, if cached. */
  treeAtHand(workId: number): TrackNode[] | undefined
  fetchTree(workId: number): Promise<TrackNode[]>
  /** The queue of a track's folder; null if the file does not exist. */
  queueAround(work: SubtitleWork, tree: TrackNode[], audioHash: string): { tracks: QueueTrack[]; index: number } | null
  playTracks(tracks: readonly QueueTrack[], index: number): void
  seekTo(seconds: number): void
  /** Whether a track is the current one. */
  isCurrent(audioHash: string): boolean
  /** Shows a subtitle with a track; returns its offset in seconds. */
  showSubtitle(audioHash: string, subtitleHash: string): Promise<number>
  /** Called with the subtitle whose track cannot be played, and with null on the next attempt. */
  onFailure(subtitleHash: string | null): void
}

/** Plays lines one at a time: the last choice wins, in whatever order answers arrive. */
export function createLinePlayer(deps: LinePlayerDeps) {
  let lastChoice = 0

  return async function playLine(
    work: SubtitleWork,
    { audio, subtitle }: SubtitleMatch,
    line: SubtitleLine,
  ): Promise<void> {
    if (!audio) return
    const choice = ++lastChoice
    deps.onFailure(null)
    try {
      // Cached tracks play within the tap, as browsers require.
      const tree = deps.treeAtHand(work.id) ?? (await deps.fetchTree(work.id))
      if (choice !== lastChoice) return
      const queue = deps.queueAround(work, tree, audio.hash)
      if (!queue) throw new Error(`${audio.hash} is not among the files of its work`)
      deps.playTracks(queue.tracks, queue.index)
      deps.seekTo(line.startSeconds)
    } catch {
      if (choice === lastChoice) deps.onFailure(subtitle.hash)
      return
    }
    // It is already playing; the lyrics show their own loading error.
    const offsetSeconds = await deps.showSubtitle(audio.hash, subtitle.hash).catch(() => 0)
    if (offsetSeconds === 0 || choice !== lastChoice || !deps.isCurrent(audio.hash)) return
    deps.seekTo(Math.max(0, line.startSeconds + offsetSeconds))
  }
}
