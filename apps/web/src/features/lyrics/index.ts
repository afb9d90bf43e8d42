import type { LyricsParts } from '#features/player/index.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import { PartMissing } from '#ui/PartMissing.tsx'

/** What the player shows of the lyrics; loaded when it first does, or by an idle page. */
export const lyrics: LyricsParts = {
  Bar: lazyComponent(() => import('./view/LyricsBar.tsx'), PartMissing),
  View: lazyComponent(() => import('./view/LyricsView.tsx'), PartMissing),
}

/**
 * Shows a subtitle of its work with a track from now on.
 *
 * @returns the seconds by which the listener has moved the track's lines
 */
export async function showSubtitle(trackHash: string, subtitleHash: string): Promise<number> {
  const { chooseLyric, useLyricChoices } = await import('./choose/choices.store.ts')
  chooseLyric(trackHash, subtitleHash)
  return useLyricChoices.getState().tracks[trackHash]?.offsetSeconds ?? 0
}

/** All lines of a subtitle, for other parts of the app; loaded when it is first shown. */
export const LyricsLines = lazyComponent(() => import('./view/LyricsLines.tsx'), PartMissing)
