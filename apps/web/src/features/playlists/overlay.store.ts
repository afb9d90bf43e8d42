import type { Playlist, Work } from '@otodana/contract'
import { create } from 'zustand'

/** What of the playlists stands over the page. */
export type OpenPart =
  /** The member's playlists, and whether the work is in them. */
  | { kind: 'menu'; work: Work }
  /** A new playlist, which begins with a work or with none. */
  | { kind: 'create'; work: Work | null }
  | { kind: 'edit'; playlist: Playlist }
  | { kind: 'delete'; playlist: Playlist }

/** A playlist that is being played from its first work to its last. */
export type Run = {
  playlistId: string
  /** Puts what comes next into the queue, when the track with this hash plays; false when this run is over. */
  goOn(hash: string | null): Promise<boolean>
}

type OverlayState = { open: OpenPart | null; run: Run | null }

export const usePlaylistOverlay = create<OverlayState>()(() => ({ open: null, run: null }))

export function openPlaylistPart(open: OpenPart): void {
  usePlaylistOverlay.setState({ open })
}
