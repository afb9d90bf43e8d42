import { useEffect, useState } from 'react'

import { usePlayer } from '../use-player.ts'

const IDLE_MS = 3_000
const signs = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const

/** Whether nothing has been done for three seconds while it plays: controls over the picture may go. */
export function useIdle(isWatched: boolean): boolean {
  const isPlaying = usePlayer(({ status }) => status === 'playing')
  const [isIdle, setIdle] = useState(false)
  const isActive = isWatched && isPlaying
  useEffect(() => {
    if (!isActive) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const restart = () => {
      clearTimeout(timer)
      setIdle(false)
      timer = setTimeout(() => setIdle(true), IDLE_MS)
    }
    restart()
    for (const sign of signs) document.addEventListener(sign, restart)
    return () => {
      clearTimeout(timer)
      setIdle(false)
      for (const sign of signs) document.removeEventListener(sign, restart)
    }
  }, [isActive])
  return isIdle
}
