import type { ComponentType, ReactNode } from 'react'

/**
 * The lyrics components that the player shows while subtitles are on. Lyrics import the player and not the reverse, so
 * the shell passes them in.
 */
export type LyricsParts = {
  /** Over the page; if the listener has just asked for lyrics, it also says when there are none. */
  Bar: ComponentType<{ isAskedFor: boolean }>
  /** In the full player, in place of the cover; shows the given cover if there are no lyrics. */
  View: ComponentType<{ cover: ReactNode }>
  /** The current line over a picture; into a track of a video where only the browser can show it. */
  Over: ComponentType<{ into?: TextTrack }>
  /** A button that opens the choice of lyrics. */
  Choose: ComponentType<{ className?: string | undefined }>
}
