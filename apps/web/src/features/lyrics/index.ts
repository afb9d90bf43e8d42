import type { LyricsParts } from '#features/player/index.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import { PartMissing } from '#ui/PartMissing.tsx'

/** Lyrics in the player; loaded on first use or when the page is idle. */
export const lyrics: LyricsParts = {
  Bar: lazyComponent(() => import('./view/LyricsBar.tsx'), PartMissing),
  View: lazyComponent(() => import('./view/LyricsView.tsx'), PartMissing),
  Over: lazyComponent(() => import('./view/LyricsOver.tsx'), PartMissing),
  Choose: lazyComponent(() => import('./choose/ChooseButton.tsx'), PartMissing),
}

/**
 * Shows a subtitle of its work with a track from now on.
 *
 * @returns the track's offset in seconds
 */
export async function showSubtitle(trackHash: string, subtitleHash: string): Promise<number> {
  const { chooseLyric, useLyricChoices } = await import('./choose/choices.store.ts')
  chooseLyric(trackHash, subtitleHash)
  return useLyricChoices.getState().tracks[trackHash]?.offsetSeconds ?? 0
}

/** All lines of a subtitle, for other features; loaded on first use. */
export const LyricsLines = lazyComponent(() => import('./view/LyricsLines.tsx'), PartMissing)
