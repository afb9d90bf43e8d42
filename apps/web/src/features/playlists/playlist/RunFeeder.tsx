import { useEffect, useState } from 'react'

import { useCurrentTrack } from '#features/player/index.ts'
import { recoveryDelayMs } from '#lib/api/recovery.ts'

import { usePlaylistOverlay, type Run } from '../overlay.store.ts'

/** Keeps filling the queue while a list is played, on any screen. */
export function RunFeeder({ run }: { run: Run }) {
  const hash = useCurrentTrack()?.hash ?? null
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isCurrent = true
    async function goOn() {
      try {
        const goesOn = await run.goOn(hash)
        if (!goesOn && usePlaylistOverlay.getState().run === run) usePlaylistOverlay.setState({ run: null })
      } catch {
        // Playback continues; the next works are requested again.
        if (isCurrent) timer = setTimeout(() => setTries(tries + 1), recoveryDelayMs(tries))
      }
    }
    void goOn()
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [run, hash, tries])
  return null
}
