import type { SubtitleLine, SubtitleMatch, SubtitleWork, TrackNode } from '@otodana/contract'

import type { QueueTrack } from '#features/player/index.ts'

export type LinePlayerDeps = {
  /** A work's files, if they are at hand. */
  treeAtHand(workId: number): TrackNode[] | undefined
  fetchTree(workId: number): Promise<TrackNode[]>
  /** The track among the others of its folder; null when the work has no such file. */
  queueAround(work: SubtitleWork, tree: TrackNode[], audioHash: string): { tracks: QueueTrack[]; index: number } | null
  playTracks(tracks: readonly QueueTrack[], index: number): void
  seekTo(seconds: number): void
  /** Whether a track is the one that plays, or would. */
  isCurrent(audioHash: string): boolean
  /** Shows a subtitle with a track; gives the seconds by which the listener has moved its lines. */
  showSubtitle(audioHash: string, subtitleHash: string): Promise<number>
  /** Called with the subtitle whose track cannot be played, and with null when another is tried. */
  onFailure(subtitleHash: string | null): void
}

/** Plays lines one at a time: the one that was chosen last plays, whichever answer comes first. */
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
      // What is at hand plays within the tap, as browsers want it.
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
    // It plays already; where the lyrics cannot be loaded, it is their place that says so.
    const offsetSeconds = await deps.showSubtitle(audio.hash, subtitle.hash).catch(() => 0)
    if (offsetSeconds === 0 || choice !== lastChoice || !deps.isCurrent(audio.hash)) return
    deps.seekTo(Math.max(0, line.startSeconds + offsetSeconds))
  }
}
