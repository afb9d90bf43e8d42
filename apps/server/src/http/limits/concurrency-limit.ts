import type { FastifyReply } from 'fastify'

import { AppError } from '../errors/app-error.ts'
import { NETWORKS_OF_SITE, siteOf } from '../visitor/network-of.ts'

/** Maximum number for one client, one IPv6 site (four times as many), and in total. */
type Limits = {
  ofOne: number
  inAll: number
  /** Reserved for clients whose site has none. */
  forNewcomers?: number
  /** A slower receiver may lose its slot if another needs it. */
  slow?: Pace
  /** A monotonic clock in milliseconds. */
  now?: () => number
}

type Pace = { bytesPerSecond: number; windowMs: number }

/** A destination that determines the pace of sending. */
export type Receiver = {
  /** Number of bytes sent since the slot was taken. */
  sentBytes: () => number
  /** Disconnects it. */
  end: () => void
}

type Slot = { client: string; site: string; receiver: Receiver | undefined; samples: Sample[] }
type Refusal = { code: 'request.tooMany' | 'server.busy'; isInTheWay: (slot: Slot) => boolean }
type Sample = { atMs: number; bytes: number }

const SAMPLES_A_WINDOW = 6

export type ConcurrencyLimit = ReturnType<typeof createConcurrencyLimit>

/** Limits concurrent operations that cannot be queued because they may not end. */
export function createConcurrencyLimit({
  ofOne,
  inAll,
  forNewcomers = 0,
  slow,
  now = () => performance.now(),
}: Limits) {
  /** In order of acquisition. */
  const taken = new Set<Slot>()
  const ofClients = new Map<string, number>()
  const ofSites = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined

  function release(slot: Slot): void {
    if (!taken.delete(slot)) return
    countDown(ofClients, slot.client)
    countDown(ofSites, slot.site)
    if (taken.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  /** null: a slot is available. */
  function refusal(client: string, site: string): Refusal | null {
    const ofSite = ofSites.get(site) ?? 0
    if ((ofClients.get(client) ?? 0) >= ofOne) {
      return { code: 'request.tooMany', isInTheWay: (slot) => slot.client === client }
    }
    if (ofSite >= ofOne * NETWORKS_OF_SITE) {
      return { code: 'request.tooMany', isInTheWay: (slot) => slot.site === site }
    }
    if (taken.size < (ofSite === 0 ? inAll : inAll - forNewcomers)) return null
    return { code: 'server.busy', isInTheWay: () => true }
  }

  /** Takes a slot from a slow receiver that is in the way. @returns whether there was one */
  function takeFromSlow({ isInTheWay }: Refusal): boolean {
    for (const slot of taken) {
      if (!slot.receiver || !isInTheWay(slot) || !isSlow(slot)) continue
      slot.receiver.end()
      release(slot)
      return true
    }
    return false
  }

  function isSlow({ receiver, samples }: Slot): boolean {
    if (!slow || !receiver) return false
    const atMs = now()
    const begin = samples.findLast((sample) => atMs - sample.atMs >= slow.windowMs)
    if (begin === undefined) return false
    const seconds = (atMs - begin.atMs) / 1_000
    return receiver.sentBytes() - begin.bytes < slow.bytesPerSecond * seconds
  }

  /** Samples how much every receiver has read. Called automatically, several times in each window. */
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
     * @param client  a network, as returned by `networkOf`, or an account
     * @param receiver  loses its slot if it reads too slowly and the slot is needed; without one the slot is never
     * taken away
     * @returns releases the slot; call it once
     * @throws {AppError} `request.tooMany`, `server.busy`
     */
    take(client: string, receiver?: Receiver): () => void {
      const site = siteOf(client)
      for (;;) {
        const refused = refusal(client, site)
        if (refused === null) break
        if (!takeFromSlow(refused)) throw new AppError(refused.code, { headers: { 'retry-after': '30' } })
      }
      const slot: Slot = { client, site, receiver, samples: receiver ? [{ atMs: now(), bytes: 0 }] : [] }
      taken.add(slot)
      ofClients.set(client, (ofClients.get(client) ?? 0) + 1)
      ofSites.set(site, (ofSites.get(site) ?? 0) + 1)
      if (slow && receiver) timer ??= setInterval(look, slow.windowMs / SAMPLES_A_WINDOW).unref()
      return () => release(slot)
    },
  }
}

function countDown(counts: Map<string, number>, key: string): void {
  const left = (counts.get(key) ?? 1) - 1
  if (left === 0) counts.delete(key)
  else counts.set(key, left)
}

/** Returns the receiver of a response. Bytes count as sent once the system has accepted them. */
export function receiverOf({ raw }: FastifyReply): Receiver {
  const { socket } = raw
  // Excludes bytes buffered in this process.
  const sent = () => (socket === null ? 0 : socket.bytesWritten - socket.writableLength)
  const before = sent()
  return { sentBytes: () => sent() - before, end: () => raw.destroy() }
}
