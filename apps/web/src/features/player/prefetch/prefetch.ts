import type { StoreApi } from 'zustand/vanilla'

import type { QualityBehavior } from '#features/settings/index.ts'

import type { AudioEngine } from '../engine/audio-engine.ts'
import { effectiveRate } from '../commands.ts'
import { followPlayer } from '../follow-player.ts'
import type { PlayerStore } from '../player.store.ts'
import { mayPrefetch, planWithin, upcomingTracks } from './prefetch-plan.ts'
import type { Connection } from './prefetch-plan.ts'
import { addressOf, streamOf } from '../engine/quality.ts'
import type { Stream } from '../engine/quality.ts'
import { currentTrack } from '../queue/queue.ts'
import type { QueueTrack } from '../queue/queue.ts'
import { restOfWork } from '../queue/work-end.ts'

/** Bytes per request: the most that an interruption wastes; between requests the plan is checked again. */
const PART_BYTES = 1024 * 1024
const MEGABYTE = 1_000_000
/** Estimated bytes per second, until the server has reported a size. */
const GUESSED_RATE: Record<Stream, number> = { smooth: 10_000, original: 40_000 }
const GUESSED_SECONDS = 1800
/** The delay after a temporary failure. */
const PAUSE_MS = 30_000

/** A file that is being fetched or complete. Its parts are blobs, which browsers keep outside the page's memory. */
type Entry = {
  parts: Blob[]
  bytes: number
  /** null until the server has reported it. */
  sizeBytes: number | null
  etag: string | null
  type: string
  objectUrl: string | null
}

type Settings = { qualityBehavior: QualityBehavior; prefetchMegabytes: number }

export type PrefetchDeps = {
  store: PlayerStore
  engine: Pick<AudioEngine, 'position' | 'duration' | 'bufferedUntil' | 'onPosition'>
  settings: Pick<StoreApi<Settings>, 'getState' | 'subscribe'>
  playsOpus: boolean
  /** Read each time it is needed. */
  connection: () => Connection
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Whether the API serves it; other hosts are not asked. */
  isApis: (url: string) => boolean
  /** Whether a track is on this device anyway. */
  isKept: (track: QueueTrack, stream: Stream) => boolean
}

export type Prefetch = {
  /** Returns the local URL of a source and marks it as in use; null if it is not prefetched. */
  find(url: string): string | null
  /** Returns the same without marking it. */
  peek(url: string): string | null
  /** Discards a source that could not be played. */
  forget(url: string): void
  disconnect(): void
}

/** Fetches nothing. */
export const noPrefetch: Prefetch = { find: () => null, peek: () => null, forget: () => {}, disconnect: () => {} }

/**
 * Prefetches upcoming tracks while the connection is idle: file by file in playing order, in parts, within the
 * listener's budget. Only the current file may exceed the budget.
 *
 * A file that fails is left out; its failure is reported when it is to play.
 */
export function connectPrefetch(deps: PrefetchDeps): Prefetch {
  const { store, engine, settings, playsOpus, connection, fetch, isApis, isKept } = deps
  const entries = new Map<string, Entry>()
  /** Known sizes of the queue's files; `Infinity` for what cannot be fetched. */
  const sizes = new Map<string, number>()
  let tracks: readonly QueueTrack[] = []
  let plan: string[] = []
  let inUse: string | null = null
  let waitsUntilMs = 0
  let fetching: { url: string; controller: AbortController } | null = null
  let isClosed = false

  function makePlan(): string[] {
    const { queue, stopsAtEndOf } = store.getState()
    const { qualityBehavior, prefetchMegabytes } = settings.getState()
    if (stopsAtEndOf === 'track' || prefetchMegabytes === 0) return []
    const coming = upcomingTracks(queue)
    const wanted = stopsAtEndOf === 'work' ? coming.slice(0, restOfWork(queue).length) : coming
    const candidates = wanted.flatMap((track) => {
      const stream = streamOf(track, qualityBehavior, false)
      const url = addressOf(track, stream, playsOpus)
      if (!isApis(url) || isKept(track, stream)) return []
      return { url, sizeBytes: sizes.get(url) ?? guessedSize(track, stream) }
    })
    return planWithin(prefetchMegabytes * MEGABYTE, candidates)
  }

  function isQuiet(): boolean {
    const state = store.getState()
    return mayPrefetch(connection(), {
      status: state.status,
      position: engine.position(),
      bufferedUntil: engine.bufferedUntil(),
      duration: engine.duration(),
      rate: effectiveRate(state),
    })
  }

  function drop(url: string) {
    const objectUrl = entries.get(url)?.objectUrl
    if (objectUrl) URL.revokeObjectURL(objectUrl)
    entries.delete(url)
  }

  /** Updates the plan and discards what is no longer needed. */
  function follow() {
    if (isClosed) return
    const { queue, status } = store.getState()
    if (queue.tracks !== tracks) {
      tracks = queue.tracks
      sizes.clear()
      for (const [url, { sizeBytes }] of entries) if (sizeBytes !== null) sizes.set(url, sizeBytes)
    }
    if (!currentTrack(queue)) inUse = null
    plan = makePlan()
    const isNeeded = (url: string) => plan.includes(url) || (url === inUse && isComplete(entries.get(url)))
    for (const url of entries.keys()) if (!isNeeded(url)) drop(url)
    if (fetching && (!plan.includes(fetching.url) || status === 'loading')) fetching.controller.abort()
    goOn()
  }

  /** Fetches the next part, if allowed now. */
  function goOn() {
    if (isClosed || fetching || Date.now() < waitsUntilMs || !isQuiet()) return
    const url = plan.find((each) => !isComplete(entries.get(each)))
    if (url !== undefined) void fetchPart(url)
  }

  async function fetchPart(url: string) {
    const entry = entries.get(url) ?? newEntry()
    entries.set(url, entry)
    const controller = new AbortController()
    fetching = { url, controller }
    try {
      await addPart(url, entry, controller.signal)
    } catch {
      // What has arrived is kept, and continued when the connection may be back.
      if (!controller.signal.aborted) waitsUntilMs = Date.now() + PAUSE_MS
    }
    fetching = null
    follow()
  }

  async function addPart(url: string, entry: Entry, signal: AbortSignal) {
    const response = await fetch(url, {
      signal,
      headers: {
        // A lower priority than playback.
        purpose: 'prefetch',
        range: `bytes=${entry.bytes}-${entry.bytes + PART_BYTES - 1}`,
        ...(entry.etag !== null && { 'if-range': entry.etag }),
      },
    })
    const [, start, size] = /^bytes (\d+)-\d+\/(\d+)$/.exec(response.headers.get('content-range') ?? '') ?? []
    const etag = response.headers.get('etag')
    if (response.status >= 500) {
      await response.body?.cancel()
      throw new Error(`the server answers ${response.status}`)
    }
    const isNext = response.status === 206 && Number(start) === entry.bytes && (entry.etag ?? etag) === etag
    if (!isNext) {
      // Missing, not available in parts, or changed meanwhile.
      await response.body?.cancel()
      sizes.set(url, Number.POSITIVE_INFINITY)
      return
    }
    const part = await response.blob()
    // Discarded meanwhile; its size is still known.
    if (entries.get(url) !== entry) return
    if (part.size === 0) throw new Error('nothing arrived')
    entry.parts.push(part)
    entry.bytes += part.size
    entry.sizeBytes = Number(size)
    sizes.set(url, entry.sizeBytes)
    entry.etag = etag
    entry.type = response.headers.get('content-type') ?? ''
  }

  function peek(url: string): string | null {
    const entry = entries.get(url)
    if (!entry || !isComplete(entry)) return null
    entry.objectUrl ??= URL.createObjectURL(new Blob(entry.parts, { type: entry.type }))
    return entry.objectUrl
  }

  function handleChange() {
    // After this page's other subscribers have handled the change.
    queueMicrotask(follow)
  }

  const disconnects = [followPlayer(store, handleChange), settings.subscribe(handleChange), engine.onPosition(goOn)]
  return {
    find(url) {
      inUse = url
      return peek(url)
    },
    peek,
    forget(url) {
      if (!entries.has(url)) return
      drop(url)
      sizes.set(url, Number.POSITIVE_INFINITY)
    },
    disconnect() {
      isClosed = true
      fetching?.controller.abort()
      for (const url of entries.keys()) drop(url)
      for (const disconnect of disconnects) disconnect()
    },
  }
}

/** At least the size of the first part, so that finding out the size stays within the budget. */
function guessedSize({ durationSeconds }: QueueTrack, stream: Stream): number {
  return Math.max(PART_BYTES, (durationSeconds ?? GUESSED_SECONDS) * GUESSED_RATE[stream])
}

function newEntry(): Entry {
  return { parts: [], bytes: 0, sizeBytes: null, etag: null, type: '', objectUrl: null }
}

function isComplete(entry: Entry | undefined): boolean {
  return entry !== undefined && entry.sizeBytes !== null && entry.bytes === entry.sizeBytes
}
