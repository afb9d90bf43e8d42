// On every first page: what the compiler would remember here costs more code than it saves work.
'use no memo'

import { useStore } from 'zustand'

import { isActive } from './commands.ts'
import { playerStore } from './player.ts'
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

/** Whether a work is in the player, and plays; null if another one is. */
export function useWorkPlayback(workId: number): 'playing' | 'paused' | null {
  return usePlayer(({ queue, status }) => {
    if (currentTrack(queue)?.workId !== workId) return null
    return isActive(status) ? 'playing' : 'paused'
  })
}

/** Whether it plays or waits for data; a button then offers to pause. */
export function useIsPlaying(): boolean {
  return usePlayer(({ status }) => isActive(status))
}
