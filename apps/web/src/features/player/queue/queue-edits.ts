/** What a listener changes of the queue itself: rules that only the queue's list and the menus of files need. */
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

/** Also how many tracks got a place, new ones and such as were moved there. */
export type Addition = QueueChange & { added: number }

/**
 * Puts tracks behind all others. One that is queued already moves there, for it is wanted again; the current one stays
 * where it is. In a round of shuffle they come at random among those that are still to come. Into an empty queue: asks to
 * play from the first.
 */
export function addTracks(queue: Queue, tracks: readonly QueueTrack[], random: Random): Addition {
  return placeTracks(queue, tracks, random, 'last')
}

/**
 * Puts tracks right behind the current one, where they come next whatever the mode (a repeated track is left by the
 * listener alone, as ever); otherwise as `addTracks`.
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
 * Takes one track out. The current one: pause, and the first becomes current. An earlier one: the current track stays
 * current. The last one left: the queue is empty, pause. Ignored out of range.
 */
export function removeTrack(queue: Queue, index: number): QueueChange {
  if (!(index in queue.tracks)) return { queue, asks: 'nothing' }
  const tracks = queue.tracks.filter((_, position) => position !== index)
  if (tracks.length === 0) return clearTracks(queue)
  const isCurrent = index === queue.index
  // The first that is left takes its place, as if chosen by hand.
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
 * Puts one track elsewhere in the list, at the index `to`. The current track stays current and sounds on, and a round of
 * shuffle plays the same tracks as it would have. Ignored when either index is out of range.
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
