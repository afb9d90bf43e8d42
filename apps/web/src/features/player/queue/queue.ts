/** Rules of the queue, as pure functions: what plays, and in which order. */

export const playModes = ['order', 'allRepeat', 'repeatOnce', 'shuffle'] as const
export type PlayMode = (typeof playModes)[number]

/** A queued track: what it takes to play and show it on any page, and no other server state. */
export type QueueTrack = {
  /** `{workId}/{fileId}`; unique within a queue. */
  hash: string
  title: string
  workTitle: string
  /** The work's circle; missing in queues saved by older versions. */
  circle?: string | undefined
  workId: number
  /** The path of the work's page. */
  workPath: string
  coverUrl: string
  /** For the full player. */
  largeCoverUrl: string
  streamUrl: string
  /** Empty if there is no small stream. */
  lowQualityUrl: string
  /** No browser can play the original. */
  isStreamOnly?: boolean | undefined
  /** Only of videos: an MP4 with the picture, which the server may have to make first. */
  videoUrl?: string | undefined
  downloadUrl: string
  /** null while the duration is unknown. */
  durationSeconds: number | null
}

export type Queue = {
  tracks: readonly QueueTrack[]
  /** The current track; 0 when the queue is empty. */
  index: number
  mode: PlayMode
  /** The order of a shuffle round, as positions in `tracks`, each once; empty in other modes. */
  round: readonly number[]
  /** How many tracks at the start of the round have been played; 0 outside shuffle mode. */
  heard: number
}

/** What the player has to do after a change of the queue. */
type Asks = 'nothing' | 'play' | 'pause'
export type QueueChange = { queue: Queue; asks: Asks }

/** Returns a number in [0, 1), like `Math.random`. */
export type Random = () => number

export const emptyQueue: Queue = { tracks: [], index: 0, mode: 'order', round: [], heard: 0 }

export function currentTrack({ tracks, index }: Queue): QueueTrack | null {
  return tracks[index] ?? null
}

/**
 * Replaces the queue and asks to play from `index`; ignored if there is no track at `index`. Duplicates are dropped. In
 * shuffle mode tracks that were already queued continue their round: those already played come last.
 */
export function replaceTracks(queue: Queue, tracks: readonly QueueTrack[], index: number, random: Random): QueueChange {
  const first = tracks[index]
  if (!first) return { queue, asks: 'nothing' }
  const unique = withoutDuplicates(tracks)
  const positions = new Map(unique.map(({ hash }, position) => [hash, position]))
  const replaced = { ...queue, tracks: unique, index: positions.get(first.hash)! }
  return {
    queue: queue.mode === 'shuffle' ? goOnWithRound(queue, replaced, positions, random) : replaced,
    asks: 'play',
  }
}

/**
 * Makes another track current, as chosen by the listener; ignored out of range. In shuffle mode it counts as played in
 * the current round, which continues after it.
 */
export function setTrack(queue: Queue, index: number): QueueChange {
  if (!(index in queue.tracks)) return { queue, asks: 'nothing' }
  if (queue.mode !== 'shuffle' || index === queue.index) return { queue: { ...queue, index }, asks: 'play' }
  const heard = [...playedInOrder(queue).filter((position) => position !== index), index]
  const coming = queue.round.slice(queue.heard).filter((position) => position !== index)
  return { queue: { ...queue, index, round: [...heard, ...coming], heard: heard.length }, asks: 'play' }
}

/** @param index a position in the round, or in the list outside shuffle mode */
function goTo(queue: Queue, index: number): QueueChange {
  if (!(index in queue.tracks)) return { queue, asks: 'nothing' }
  return { queue: { ...queue, index, heard: Math.max(queue.heard, queue.round.indexOf(index) + 1) }, asks: 'play' }
}

/** Skips to the next track: in list order, or in shuffle mode through the round and then into a new one. */
export function nextTrack(queue: Queue, random: Random): QueueChange {
  if (queue.mode !== 'shuffle') return goTo(queue, queue.index + 1)
  const following = queue.round[queue.round.indexOf(queue.index) + 1]
  if (following !== undefined) return goTo(queue, following)
  return queue.tracks.length > 1 ? startNextRound(queue, random) : { queue, asks: 'nothing' }
}

export function previousTrack(queue: Queue): QueueChange {
  if (queue.mode !== 'shuffle') return goTo(queue, queue.index - 1)
  const before = queue.round[queue.round.indexOf(queue.index) - 1]
  return before === undefined ? { queue, asks: 'nothing' } : goTo(queue, before)
}

export function hasNext(queue: Queue): boolean {
  return queue.mode === 'shuffle' ? queue.tracks.length > 1 : queue.index + 1 < queue.tracks.length
}

export function hasPrevious(queue: Queue): boolean {
  return queue.mode === 'shuffle' ? queue.round.indexOf(queue.index) > 0 : queue.index > 0
}

/** Returns the index to play after the current track ends, or null to stop. In shuffle mode null ends the round. */
export function indexAfterEnd({ tracks, index, mode, round }: Queue): number | null {
  if (tracks.length === 0) return null
  if (mode === 'repeatOnce') return index
  if (mode === 'shuffle') return round[round.indexOf(index) + 1] ?? null
  if (index + 1 < tracks.length) return index + 1
  return mode === 'allRepeat' ? 0 : null
}

/** Handles the end of the current track. Shuffle starts a new round after the last; a single track then repeats. */
export function trackEnded(queue: Queue, random: Random): QueueChange {
  const following = indexAfterEnd(queue)
  if (following !== null) return goTo(queue, following)
  if (queue.mode === 'shuffle' && queue.tracks.length > 0) return startNextRound(queue, random)
  return { queue, asks: 'pause' }
}

export function clearTracks(queue: Queue): QueueChange {
  return { queue: { ...queue, tracks: [], index: 0, round: [], heard: 0 }, asks: 'pause' }
}

/** In order → all repeat → repeat once → shuffle → in order. */
export function modeAfter(mode: PlayMode): PlayMode {
  return playModes[(playModes.indexOf(mode) + 1) % playModes.length]!
}

export function setMode(queue: Queue, mode: PlayMode, random: Random): Queue {
  return withRound({ ...queue, mode }, random)
}

/** Starts a round with the current track. */
function withRound(queue: Queue, random: Random): Queue {
  if (queue.mode !== 'shuffle' || queue.tracks.length === 0) return { ...queue, round: [], heard: 0 }
  const others = shuffledPositions(queue.tracks.length, random).filter((position) => position !== queue.index)
  return { ...queue, round: [queue.index, ...others], heard: 1 }
}

/** Carries the round of `before` over to the tracks of `after`; new ones are mixed into the rest at random. */
function goOnWithRound(before: Queue, after: Queue, positions: ReadonlyMap<string, number>, random: Random): Queue {
  const others = (of: Queue, round: readonly number[]) =>
    round.flatMap((position) => positions.get(of.tracks[position]?.hash ?? '') ?? []).filter((p) => p !== after.index)
  const heard = [...others(before, playedInOrder(before)), after.index]
  const coming = others(before, before.round.slice(before.heard))
  const known = new Set([...heard, ...coming])
  const added = [...positions.values()].filter((position) => !known.has(position))
  return { ...after, round: [...heard, ...mixInto(coming, added, random)], heard: heard.length }
}

/** Starts another round, but not with the track played last. */
function startNextRound(queue: Queue, random: Random): QueueChange {
  const round = shuffledPositions(queue.tracks.length, random)
  if (round.length > 1 && round[0] === queue.index) round.push(round.shift()!)
  return { queue: { ...queue, index: round[0] ?? 0, round, heard: Math.min(1, round.length) }, asks: 'play' }
}

/** Returns what has been played in the round, the current track last. */
export function playedInOrder({ round, heard, index }: Queue): number[] {
  return [...round.slice(0, heard).filter((position) => position !== index), index]
}

/** Inserts each of `others` at a random place. */
export function mixInto(coming: readonly number[], others: readonly number[], random: Random): number[] {
  const mixed = [...coming]
  for (const one of others) mixed.splice(Math.floor(random() * (mixed.length + 1)), 0, one)
  return mixed
}

/** Returns 0 … length−1 in random order (Fisher–Yates). */
function shuffledPositions(length: number, random: Random): number[] {
  const positions = Array.from({ length }, (_, position) => position)
  for (let last = length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    ;[positions[last], positions[other]] = [positions[other]!, positions[last]!]
  }
  return positions
}

/** Of tracks with the same hash keeps the last, at the place of the first. */
export function withoutDuplicates(tracks: readonly QueueTrack[]): QueueTrack[] {
  return [...new Map(tracks.map((track) => [track.hash, track])).values()]
}
