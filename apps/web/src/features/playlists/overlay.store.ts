import type { Playlist, Work } from '@otodana/contract'
import { create } from 'zustand'

/** The playlist dialog that is open. */
export type OpenPart =
  /** The member's playlists for a work. */
  | { kind: 'menu'; work: Work }
  /** A new playlist, optionally with a first work. If `onCreated` fails, the dialog stays and says why. */
  | { kind: 'create'; work: Work | null; onCreated?: (created: Playlist) => Promise<void> }
  | { kind: 'edit'; playlist: Playlist }
  | { kind: 'delete'; playlist: Playlist }
  | { kind: 'reorder'; playlist: Playlist }
  /** What to do with a new one. */
  | { kind: 'created'; playlist: Playlist }
  | { kind: 'share'; playlist: Playlist }

/** A list that is being played from its first work to its last. */
export type Run = {
  id: string
  /** Queues more tracks when the track with this hash is playing; false when the run is over. */
  goOn(hash: string | null): Promise<boolean>
}

type OverlayState = { open: OpenPart | null; run: Run | null }

export const usePlaylistOverlay = create<OverlayState>()(() => ({ open: null, run: null }))

export function openPlaylistPart(open: OpenPart): void {
  usePlaylistOverlay.setState({ open })
}
