import type { KeepPart } from '#features/player/index.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'

/** The player's button; loaded with the full player. */
export const KeepPlaying: KeepPart = lazyComponent(
  () => import('./KeepPlayingButton.tsx'),
  () => null,
)
