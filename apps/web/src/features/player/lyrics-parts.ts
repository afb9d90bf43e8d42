import type { ComponentType, ReactNode } from 'react'

/**
 * What the player shows of the lyrics, which know the player and not the other way round: the shell brings the two
 * together. Both are shown while subtitles are on.
 */
export type LyricsParts = {
  /** Over the page; the listener has just asked for lyrics, so it also tells when there are none. */
  Bar: ComponentType<{ isAskedFor: boolean }>
  /** In the full player, where the cover is; the cover is given, for when there are no lyrics. */
  View: ComponentType<{ cover: ReactNode }>
}
