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

/** Returns the hash of the current track, playing or not; null with an empty queue. */
export function usePlayingHash(): string | null {
  return usePlayer(({ queue }) => currentTrack(queue)?.hash ?? null)
}

/** Whether it plays or waits for data; a button then offers to pause. */
export function useIsPlaying(): boolean {
  return usePlayer(({ status }) => isActive(status))
}

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
