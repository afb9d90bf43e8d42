import { useEffect, useState } from 'react'

import { useCurrentTrack } from '#features/player/index.ts'
import { recoveryDelayMs } from '#lib/api/recovery.ts'

import { usePlaylistOverlay, type Run } from '../overlay.store.ts'

/** Has the queue filled on while a playlist is played, whatever screen is shown. */
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
        // What plays goes on; what follows is asked for again.
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
