import { cueChangeAfter, cueIndexAt, type Cue } from '@otodana/subtitles'
import { useCallback, useSyncExternalStore } from 'react'

import { playback } from '#features/player/index.ts'

/** The engine reports its position four times a second; lines also change at their exact times. */
const LONGEST_WAIT_MS = 250

/**
 * Returns the index of the current line, −1 between lines; re-renders only when it changes.
 *
 * @param cues  of the current track; null if there are none
 * @param offsetSeconds  delay of the lines
 */
export function useCueIndex(cues: readonly Cue[] | null, offsetSeconds: number): number {
  const read = useCallback(
    () => (cues === null ? -1 : cueIndexAt(cues, playback.position() - offsetSeconds)),
    [cues, offsetSeconds],
  )
  const subscribe = useCallback(
    (listener: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      const handlePosition = () => {
        clearTimeout(timer)
        listener()
        if (cues === null) return
        const seconds = playback.position() - offsetSeconds
        const waitMs = (cueChangeAfter(cues, seconds) - seconds) * 1000
        if (waitMs < LONGEST_WAIT_MS) timer = setTimeout(handlePosition, Math.max(waitMs, 10))
      }
      const unsubscribe = playback.onPosition(handlePosition)
      return () => {
        clearTimeout(timer)
        unsubscribe()
      }
    },
    [cues, offsetSeconds],
  )
  return useSyncExternalStore(subscribe, read, none)
}

const none = () => -1
