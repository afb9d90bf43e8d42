import { player } from '../player.ts'
import * as rules from './queue-edits.ts'
import type { QueueTrack } from './queue.ts'

/** Puts tracks at the end of the queue, or plays them when it is empty. @returns how many got a place */
export function addTracks(tracks: readonly QueueTrack[]): number {
  return add(rules.addTracks, tracks)
}

/** Puts tracks right behind the current one, or plays them when nothing is queued. @returns how many got a place */
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
