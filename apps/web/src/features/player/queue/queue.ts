/** What the player plays and in which order: rules as functions of data, without sound, React or clock. */

export const playModes = ['order', 'allRepeat', 'repeatOnce', 'shuffle'] as const
export type PlayMode = (typeof playModes)[number]

/** One track as the queue keeps it: enough to play and to show it on any page, no server state beyond that. */
export type QueueTrack = {
  /** `{workId}/{fileId}`; a track stands in a queue at most once. */
  hash: string
  title: string
  workTitle: string
  /** Who made the work; unknown in queues that were kept before it was asked for. */
  circle?: string | undefined
  workId: number
  /** Where the work's page is: a path of this app. */
  workPath: string
  coverUrl: string
  /** For where the cover is the picture of the screen. */
  largeCoverUrl: string
  streamUrl: string
  /** Empty when there is no smaller stream. */
  lowQualityUrl: string
  /** No browser plays the original. */
  isStreamOnly?: boolean | undefined
  downloadUrl: string
  /** null when the length is not known before playing. */
  durationSeconds: number | null
}

export type Queue = {
  tracks: readonly QueueTrack[]
  /** The current track; 0 when the queue is empty. */
  index: number
  mode: PlayMode
  /** In shuffle mode the order of one round, as positions in `tracks`, each once; otherwise empty. */
  round: readonly number[]
  /** How many tracks at the beginning of the round have been played; 0 outside shuffle mode. */
  heard: number
}

/** What a change asks of whoever makes the sound. */
type Asks = 'nothing' | 'play' | 'pause'
export type QueueChange = { queue: Queue; asks: Asks }

/** A number in [0, 1), as `Math.random` gives. */
export type Random = () => number

export const emptyQueue: Queue = { tracks: [], index: 0, mode: 'order', round: [], heard: 0 }

export function currentTrack({ tracks, index }: Queue): QueueTrack | null {
  return tracks[index] ?? null
}

/**
 * Replaces what is queued and asks to play from `index`. In shuffle mode tracks that were queued before go on with their
 * round: those that were heard in it come back only after the others.
 *
 * A track given twice is kept once. Ignored when there is no track at `index`.
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
 * Makes another track the current one, by hand; ignored out of range. In shuffle mode it is heard now in the present
 * round, which goes on behind it.
 */
export function setTrack(queue: Queue, index: number): QueueChange {
  if (!(index in queue.tracks)) return { queue, asks: 'nothing' }
  if (queue.mode !== 'shuffle' || index === queue.index) return { queue: { ...queue, index }, asks: 'play' }
  const heard = [...playedInOrder(queue).filter((position) => position !== index), index]
  const coming = queue.round.slice(queue.heard).filter((position) => position !== index)
  return { queue: { ...queue, index, round: [...heard, ...coming], heard: heard.length }, asks: 'play' }
}

/** Goes to a position of the round, or of the list outside shuffle mode. */
function goTo(queue: Queue, index: number): QueueChange {
  if (!(index in queue.tracks)) return { queue, asks: 'nothing' }
  return { queue: { ...queue, index, heard: Math.max(queue.heard, queue.round.indexOf(index) + 1) }, asks: 'play' }
}

/** Goes on by the listener's wish: in list order, or in shuffle mode through the round and then into a new one. */
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

/** The index that plays when the current track ends by itself; null means stop. In shuffle mode null ends the round. */
export function indexAfterEnd({ tracks, index, mode, round }: Queue): number | null {
  if (tracks.length === 0) return null
  if (mode === 'repeatOnce') return index
  if (mode === 'shuffle') return round[round.indexOf(index) + 1] ?? null
  if (index + 1 < tracks.length) return index + 1
  return mode === 'allRepeat' ? 0 : null
}

/** What follows when the current track ends by itself. Shuffle goes on with a new round; a lone track then plays again. */
export function trackEnded(queue: Queue, random: Random): QueueChange {
  const following = indexAfterEnd(queue)
  if (following !== null) return goTo(queue, following)
  if (queue.mode === 'shuffle' && queue.tracks.length > 0) return startNextRound(queue, random)
  return { queue, asks: 'pause' }
}

export function clearTracks(queue: Queue): QueueChange {
  return { queue: { ...queue, tracks: [], index: 0, round: [], heard: 0 }, asks: 'pause' }
}

/** order → all repeat → repeat once → shuffle → order */
export function modeAfter(mode: PlayMode): PlayMode {
  return playModes[(playModes.indexOf(mode) + 1) % playModes.length]!
}

export function setMode(queue: Queue, mode: PlayMode, random: Random): Queue {
  return withRound({ ...queue, mode }, random)
}

/** A fresh round that starts with the current track. */
function withRound(queue: Queue, random: Random): Queue {
  if (queue.mode !== 'shuffle' || queue.tracks.length === 0) return { ...queue, round: [], heard: 0 }
  const others = shuffledPositions(queue.tracks.length, random).filter((position) => position !== queue.index)
  return { ...queue, round: [queue.index, ...others], heard: 1 }
}

/** The round of `before` with the tracks of `after`: new ones come at random among those that are still to come. */
function goOnWithRound(before: Queue, after: Queue, positions: ReadonlyMap<string, number>, random: Random): Queue {
  const others = (of: Queue, round: readonly number[]) =>
    round.flatMap((position) => positions.get(of.tracks[position]?.hash ?? '') ?? []).filter((p) => p !== after.index)
  const heard = [...others(before, playedInOrder(before)), after.index]
  const coming = others(before, before.round.slice(before.heard))
  const known = new Set([...heard, ...coming])
  const added = [...positions.values()].filter((position) => !known.has(position))
  return { ...after, round: [...heard, ...mixInto(coming, added, random)], heard: heard.length }
}

/** The round is over: another begins, not with the track that was heard last. */
function startNextRound(queue: Queue, random: Random): QueueChange {
  const round = shuffledPositions(queue.tracks.length, random)
  if (round.length > 1 && round[0] === queue.index) round.push(round.shift()!)
  return { queue: { ...queue, index: round[0] ?? 0, round, heard: Math.min(1, round.length) }, asks: 'play' }
}

/** What was heard in the round, the current track last. */
export function playedInOrder({ round, heard, index }: Queue): number[] {
  return [...round.slice(0, heard).filter((position) => position !== index), index]
}

/** Puts each of `others` somewhere among those that are still to come. */
export function mixInto(coming: readonly number[], others: readonly number[], random: Random): number[] {
  const mixed = [...coming]
  for (const one of others) mixed.splice(Math.floor(random() * (mixed.length + 1)), 0, one)
  return mixed
}

/** 0 … length−1 in random order (Fisher–Yates). */
function shuffledPositions(length: number, random: Random): number[] {
  const positions = Array.from({ length }, (_, position) => position)
  for (let last = length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    ;[positions[last], positions[other]] = [positions[other]!, positions[last]!]
  }
  return positions
}

/** Of tracks with the same hash the last, where the first of them stood. */
export function withoutDuplicates(tracks: readonly QueueTrack[]): QueueTrack[] {
  return [...new Map(tracks.map((track) => [track.hash, track])).values()]
}
