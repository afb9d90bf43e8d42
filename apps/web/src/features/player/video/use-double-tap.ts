import { useRef, type MouseEvent } from 'react'

import { isDoubleTap, type Tap } from './double-tap.ts'

/** Handlers for an element, of which a double tap or double click calls `onDouble`. */
export function useDoubleTap(onDouble: () => void) {
  const before = useRef<Tap | null>(null)
  return {
    onClick({ timeStamp, clientX, clientY }: MouseEvent) {
      const tap = { atMs: timeStamp, x: clientX, y: clientY }
      const isDouble = isDoubleTap(before.current, tap)
      before.current = isDouble ? null : tap
      if (isDouble) onDouble()
    },
  }
}
