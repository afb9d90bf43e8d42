import { useEffect, useState } from 'react'

import { isMember, useUser } from '#features/accounts/index.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import { PartMissing } from '#ui/PartMissing.tsx'

import { usePlaylistOverlay } from './overlay.store.ts'

const PlaylistsOverlay = lazyComponent(() => import('./PlaylistsOverlay.tsx'), PartMissing)

/** Playlist dialogs, and the queue feeder of a playing playlist; loaded on first use. */
export function PlaylistOverlayHost() {
  const user = useUser()
  const { open, run } = usePlaylistOverlay()
  const [shown, setShown] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  const wanted = open ?? run
  if (wanted !== shown) {
    setShown(wanted)
    if (wanted !== null) setAttempt(attempt + 1)
  }
  const isOffered = isMember(user)
  // A dialog closes with its session.
  useEffect(() => {
    if (!isOffered) usePlaylistOverlay.setState({ open: null })
  }, [isOffered])
  return attempt > 0 ? <PlaylistsOverlay attempt={attempt} /> : null
}
