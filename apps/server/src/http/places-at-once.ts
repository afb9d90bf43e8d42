import type { FastifyReply } from 'fastify'

import { AppError } from './app-error.ts'

/** How much at once: of one client, and of all together. */
type Limits = {
  ofOne: number
  inAll: number
  /** So many of all are for clients who have none. */
  forNewcomers?: number
  /** A receiver slower than this may lose its place, and only when another needs it. */
  slow?: Pace
  /** Milliseconds of a clock that only goes forward. */
  now?: () => number
}

type Pace = { bytesPerSecond: number; windowMs: number }

/** Where bytes go that are sent as fast as they are taken. */
export type Receiver = {
  /** So many have left since the place was taken. */
  sentBytes: () => number
  /** Ends it at once. */
  end: () => void
}

type Place = { client: string; receiver: Receiver | undefined; samples: Sample[] }
type Sample = { atMs: number; bytes: number }

const SAMPLES_A_WINDOW = 6

export type Places = ReturnType<typeof createPlaces>

/** Counts what runs, for what has no end that could be waited for. */
export function createPlaces({ ofOne, inAll, forNewcomers = 0, slow, now = () => performance.now() }: Limits) {
  /** In the order in which they were taken. */
  const taken = new Set<Place>()
  const counts = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined

  function leave(place: Place): void {
    if (!taken.delete(place)) return
    const left = (counts.get(place.client) ?? 1) - 1
    if (left === 0) counts.delete(place.client)
    else counts.set(place.client, left)
    if (taken.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  /** null: there is a place for it. */
  function refusal(client: string): 'request.tooMany' | 'server.busy' | null {
    const own = counts.get(client) ?? 0
    if (own >= ofOne) return 'request.tooMany'
    return taken.size >= (own === 0 ? inAll : inAll - forNewcomers) ? 'server.busy' : null
  }

  /** Takes a place from a slow receiver, of this client or of any. @returns whether there was one */
  function takeFromSlow(client: string | null): boolean {
    for (const place of taken) {
      if (!place.receiver || (client !== null && place.client !== client) || !isSlow(place)) continue
      place.receiver.end()
      leave(place)
      return true
    }
    return false
  }

  function isSlow({ receiver, samples }: Place): boolean {
    if (!slow || !receiver) return false
    const atMs = now()
    const begin = samples.findLast((sample) => atMs - sample.atMs >= slow.windowMs)
    if (begin === undefined) return false
    const seconds = (atMs - begin.atMs) / 1_000
    return receiver.sentBytes() - begin.bytes < slow.bytesPerSecond * seconds
  }

  /** Notes how much every receiver has taken by now. Called by itself, several times in each window. */
  function look(): void {
    const atMs = now()
    for (const { receiver, samples } of taken) {
      if (!receiver) continue
      samples.push({ atMs, bytes: receiver.sentBytes() })
      if (samples.length > SAMPLES_A_WINDOW + 1) samples.shift()
    }
  }

  return {
    look,

    /**
     * @param receiver  who takes bytes too slowly loses his place when it is needed; without one the place is kept
     * @returns gives the place back; once is enough
     * @throws {AppError} `request.tooMany`, `server.busy`
     */
    take(client: string, receiver?: Receiver): () => void {
      for (;;) {
        const code = refusal(client)
        if (code === null) break
        if (!takeFromSlow(code === 'request.tooMany' ? client : null)) {
          throw new AppError(code, { headers: { 'retry-after': '30' } })
        }
      }
      const place: Place = { client, receiver, samples: receiver ? [{ atMs: now(), bytes: 0 }] : [] }
      taken.add(place)
      counts.set(client, (counts.get(client) ?? 0) + 1)
      if (slow && receiver) timer ??= setInterval(look, slow.windowMs / SAMPLES_A_WINDOW).unref()
      return () => leave(place)
    },
  }
}

/** The receiver of an answer. Bytes count as sent once the system has taken them. */
export function receiverOf({ raw }: FastifyReply): Receiver {
  const { socket } = raw
  // What still waits in this process has not left.
  const sent = () => (socket === null ? 0 : socket.bytesWritten - socket.writableLength)
  const before = sent()
  return { sentBytes: () => sent() - before, end: () => raw.destroy() }
}
