import { cueChangeAfter, cueIndexAt, type Cue } from '@otodana/subtitles'
import { useCallback, useSyncExternalStore } from 'react'

import { playback } from '#features/player/index.ts'

/** The engine tells its position four times a second; asked again when a line begins or ends, it is never late. */
const LONGEST_WAIT_MS = 250

/**
 * The index of the line that is on, −1 between lines; renders its component only when that is another one.
 *
 * @param cues  of the track that plays; null while there are none
 * @param offsetSeconds  how much later than they say
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
