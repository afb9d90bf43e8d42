import { player } from '../player.ts'
import * as rules from './queue-edits.ts'
import type { QueueTrack } from './queue.ts'

/** Adds tracks to the end of the queue, or plays them if it is empty. @returns how many were added or moved */
export function addTracks(tracks: readonly QueueTrack[]): number {
  return add(rules.addTracks, tracks)
}

/** Adds tracks after the current one, or plays them if the queue is empty. @returns how many were added or moved */
export function playTracksNext(tracks: readonly QueueTrack[]): number {
  return add(rules.playTracksNext, tracks)
}

function add(rule: typeof rules.addTracks, tracks: readonly QueueTrack[]): number {
  let added = 0
  player.change((queue) => {
    const addition = rule(queue, tracks, Math.random)
    added = addition.added
    return addition
  })
  return added
}
