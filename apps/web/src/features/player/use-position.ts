import { useSyncExternalStore } from 'react'

import { getEngine } from './engine/page-engine.ts'

/** Returns seconds. Renders four times a second during playback, so use it in a very small component. */
export function usePositionSeconds(): number {
  return useSyncExternalStore(subscribeToPosition, () => getEngine().position(), zero)
}

/** Returns seconds, or null while unknown. */
export function useDurationSeconds(): number | null {
  return useSyncExternalStore(subscribeToPosition, () => getEngine().duration(), unknown)
}

/** Returns the second up to which it can play without waiting. */
export function useBufferedUntilSeconds(): number {
  return useSyncExternalStore(subscribeToPosition, () => getEngine().bufferedUntil(), zero)
}

function subscribeToPosition(listener: () => void): () => void {
  return getEngine().onPosition(listener)
}

const zero = () => 0
const unknown = () => null
