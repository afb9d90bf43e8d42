// On every first page: what the compiler would remember here costs more code than it saves work.
'use no memo'

import { useSyncExternalStore } from 'react'
import { useStore } from 'zustand'

import { isActive } from './commands.ts'
import { getEngine, playerStore } from './player.ts'
import type { PlayerState } from './player.store.ts'
import { currentTrack } from './queue/queue.ts'
import type { QueueTrack } from './queue/queue.ts'

export function usePlayer<Value>(select: (state: PlayerState) => Value): Value {
  return useStore(playerStore, select)
}

export function useCurrentTrack(): QueueTrack | null {
  return usePlayer(({ queue }) => currentTrack(queue))
}

/** The hash of the current track, whether it sounds or not; null with an empty queue. */
export function usePlayingHash(): string | null {
  return usePlayer(({ queue }) => currentTrack(queue)?.hash ?? null)
}

/** Whether it sounds or will as soon as data is there: where this is true, a button offers to pause. */
export function useIsPlaying(): boolean {
  return usePlayer(({ status }) => isActive(status))
}

/** Seconds; renders its component four times a second while it plays, so it belongs into a very small one. */
export function usePositionSeconds(): number {
  return useSyncExternalStore(subscribeToPosition, () => getEngine().position(), zero)
}

/** Seconds, once the engine knows it. */
export function useDurationSeconds(): number | null {
  return useSyncExternalStore(subscribeToPosition, () => getEngine().duration(), unknown)
}

/** Seconds: what can be played without waiting. */
export function useBufferedUntilSeconds(): number {
  return useSyncExternalStore(subscribeToPosition, () => getEngine().bufferedUntil(), zero)
}

function subscribeToPosition(listener: () => void): () => void {
  return getEngine().onPosition(listener)
}

const zero = () => 0
const unknown = () => null
