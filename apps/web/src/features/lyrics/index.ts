import type { LyricsParts } from '#features/player/index.ts'
import { later } from '#lib/lazy.tsx'
import { PartMissing } from '#ui/PartMissing.tsx'

/** What the player shows of the lyrics; loaded when it first does, or by an idle page. */
export const lyrics: LyricsParts = {
  Bar: later(() => import('./LyricsBar.tsx'), PartMissing),
  View: later(() => import('./LyricsView.tsx'), PartMissing),
}
