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
}

/** What a change asks of whoever makes the sound. */
export type Asks = 'nothing' | 'play' | 'pause'
export type QueueChange = { queue: Queue; asks: Asks }

/** A number in [0, 1), as `Math.random` gives. */
export type Random = () => number

export const emptyQueue: Queue = { tracks: [], index: 0, mode: 'order', round: [] }

export function currentTrack({ tracks, index }: Queue): QueueTrack | null {
  return tracks[index] ?? null
}

/**
 * Replaces what is queued and asks to play from `index`.
 *
 * A track given twice is kept once. Ignored when there is no track at `index`.
 */
export function replaceTracks(queue: Queue, tracks: readonly QueueTrack[], index: number, random: Random): QueueChange {
  const first = tracks[index]
  if (!first) return { queue, asks: 'nothing' }
  const unique = eachOnce(tracks)
  const start = unique.findIndex((track) => track.hash === first.hash)
  return { queue: withRound({ ...queue, tracks: unique, index: start }, random), asks: 'play' }
}

/** Makes another track the current one; ignored out of range. */
export function setTrack(queue: Queue, index: number): QueueChange {
  return index in queue.tracks ? { queue: { ...queue, index }, asks: 'play' } : { queue, asks: 'nothing' }
}

/** Goes on by the listener's wish: in list order, or in shuffle mode through the round and then into a new one. */
export function nextTrack(queue: Queue, random: Random): QueueChange {
  if (queue.mode !== 'shuffle') return setTrack(queue, queue.index + 1)
  const following = queue.round[queue.round.indexOf(queue.index) + 1]
  if (following !== undefined) return setTrack(queue, following)
  return queue.tracks.length > 1 ? startNextRound(queue, random) : { queue, asks: 'nothing' }
}

export function previousTrack(queue: Queue): QueueChange {
  if (queue.mode !== 'shuffle') return setTrack(queue, queue.index - 1)
  const before = queue.round[queue.round.indexOf(queue.index) - 1]
  return before === undefined ? { queue, asks: 'nothing' } : setTrack(queue, before)
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
  if (following !== null) return setTrack(queue, following)
  if (queue.mode === 'shuffle' && queue.tracks.length > 0) return startNextRound(queue, random)
  return { queue, asks: 'pause' }
}

export function clearTracks(queue: Queue): QueueChange {
  return { queue: { ...queue, tracks: [], index: 0, round: [] }, asks: 'pause' }
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
  if (queue.mode !== 'shuffle') return { ...queue, round: [] }
  return { ...queue, round: startRoundAt(shuffledPositions(queue.tracks.length, random), queue.index) }
}

/** The round is over: another begins, not with the track that was heard last. */
function startNextRound(queue: Queue, random: Random): QueueChange {
  const round = shuffledPositions(queue.tracks.length, random)
  if (round.length > 1 && round[0] === queue.index) round.push(round.shift()!)
  return { queue: { ...queue, index: round[0] ?? 0, round }, asks: 'play' }
}

/** A round that begins with a position; empty where there is none. */
export function startRoundAt(round: readonly number[], position: number): number[] {
  return round.includes(position) ? [position, ...round.filter((other) => other !== position)] : []
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
export function eachOnce(tracks: readonly QueueTrack[]): QueueTrack[] {
  return [...new Map(tracks.map((track) => [track.hash, track])).values()]
}
