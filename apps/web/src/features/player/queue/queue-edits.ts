/** Rules for editing the queue, which only the queue's list and the menus of files need. */
import {
  clearTracks,
  currentTrack,
  withoutDuplicates,
  playedInOrder,
  mixInto,
  replaceTracks,
  setTrack,
} from './queue.ts'
import type { Queue, QueueChange, QueueTrack, Random } from './queue.ts'

/** `added`: how many tracks were added or moved. */
export type Addition = QueueChange & { added: number }

/**
 * Appends tracks. One that is already queued moves to the end, except the current one. In shuffle mode they are mixed
 * at random into the rest of the round. In an empty queue it asks to play the first.
 */
export function addTracks(queue: Queue, tracks: readonly QueueTrack[], random: Random): Addition {
  return placeTracks(queue, tracks, random, 'last')
}

/**
 * Inserts tracks after the current one, so that they play next in every mode (repeat once keeps repeating until the
 * listener skips); otherwise like `addTracks`.
 */
export function playTracksNext(queue: Queue, tracks: readonly QueueTrack[], random: Random): Addition {
  return placeTracks(queue, tracks, random, 'next')
}

function placeTracks(queue: Queue, given: readonly QueueTrack[], random: Random, place: 'next' | 'last'): Addition {
  const current = currentTrack(queue)
  const wanted = withoutDuplicates(given).filter(({ hash }) => hash !== current?.hash)
  if (!current) return { ...replaceTracks(queue, wanted, 0, random), added: wanted.length }
  if (wanted.length === 0) return { queue, asks: 'nothing', added: 0 }

  const hashes = new Set(wanted.map(({ hash }) => hash))
  const others = queue.tracks.filter(({ hash }) => !hashes.has(hash))
  const index = others.indexOf(current)
  const at = place === 'next' ? index + 1 : others.length
  const tracks = [...others.slice(0, at), ...wanted, ...others.slice(at)]

  const positions = new Map(tracks.map(({ hash }, position) => [hash, position]))
  const placed = wanted.map(({ hash }) => positions.get(hash)!)
  const remaining = (round: readonly number[]) =>
    round
      .map((position) => queue.tracks[position]!.hash)
      .filter((hash) => !hashes.has(hash))
      .map((hash) => positions.get(hash)!)
  if (queue.mode !== 'shuffle') return { queue: { ...queue, tracks, index }, asks: 'nothing', added: wanted.length }
  const heard = remaining(place === 'next' ? playedInOrder(queue) : queue.round.slice(0, queue.heard))
  const coming = remaining(queue.round.slice(queue.heard))
  const round = [...heard, ...(place === 'next' ? [...placed, ...coming] : mixInto(coming, placed, random))]
  return { queue: { ...queue, tracks, index, round, heard: heard.length }, asks: 'nothing', added: wanted.length }
}

/**
 * Removes a track; ignored out of range. Removing the current one pauses and makes the first one current; removing an
 * earlier one keeps the current one; removing the only one empties the queue and pauses.
 */
export function removeTrack(queue: Queue, index: number): QueueChange {
  if (!(index in queue.tracks)) return { queue, asks: 'nothing' }
  const tracks = queue.tracks.filter((_, position) => position !== index)
  if (tracks.length === 0) return clearTracks(queue)
  const isCurrent = index === queue.index
  // The first remaining track becomes current, as if the listener had chosen it.
  const { queue: left } = isCurrent ? setTrack(queue, index === 0 ? 1 : 0) : { queue }
  const without = (round: readonly number[]) =>
    round.filter((position) => position !== index).map((position) => (position > index ? position - 1 : position))
  return {
    queue: {
      ...left,
      tracks,
      index: left.index > index ? left.index - 1 : left.index,
      round: without(left.round),
      heard: without(left.round.slice(0, left.heard)).length,
    },
    asks: isCurrent ? 'pause' : 'nothing',
  }
}

/**
 * Moves a track to the index `to`; ignored if either index is out of range. The current track plays on, and a round of
 * shuffle keeps its order.
 */
export function moveTrack(queue: Queue, from: number, to: number): QueueChange {
  const moved = queue.tracks[from]
  if (!moved || !(to in queue.tracks) || from === to) return { queue, asks: 'nothing' }
  const tracks = queue.tracks.filter((_, position) => position !== from)
  tracks.splice(to, 0, moved)
  const after = (position: number) => {
    if (position === from) return to
    if (position > from && position <= to) return position - 1
    return position >= to && position < from ? position + 1 : position
  }
  return { queue: { ...queue, tracks, index: after(queue.index), round: queue.round.map(after) }, asks: 'nothing' }
}
