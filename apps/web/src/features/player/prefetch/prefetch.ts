import type { StoreApi } from 'zustand/vanilla'

import type { QualityBehavior } from '#features/settings/index.ts'

import type { AudioEngine } from '../engine/audio-engine.ts'
import { presentRate } from '../commands.ts'
import { followPlayer } from '../follow-player.ts'
import type { PlayerStore } from '../player.store.ts'
import { mayPrefetch, planWithin, upcomingTracks } from './prefetch-plan.ts'
import type { Connection } from './prefetch-plan.ts'
import { addressOf, streamOf } from '../engine/quality.ts'
import type { Stream } from '../engine/quality.ts'
import { currentTrack } from '../queue/queue.ts'
import type { QueueTrack } from '../queue/queue.ts'

/** Bytes a request: an interruption costs no more, and between two it is seen whether to go on. */
const PART_BYTES = 1024 * 1024
const MEGABYTE = 1_000_000
/** Guesses, in bytes a second, until the server has told a size. */
const GUESSED_RATE: Record<Stream, number> = { smooth: 10_000, original: 40_000 }
const GUESSED_SECONDS = 1800
/** After a failure that may pass. */
const PAUSE_MS = 30_000

/** A file that is fetched, or has been; what it consists of lies with the browser, not in the page's memory. */
type Entry = {
  parts: Blob[]
  bytes: number
  /** null until the server has told. */
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
  /** Looked at anew each time. */
  connection: () => Connection
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Whether it is the API's; others are not asked. */
  isApis: (url: string) => boolean
}

export type Prefetch = {
  /** Where the same sound is on this device; null when it has to be fetched. From now on it is in use. */
  find(url: string): string | null
  /** It could not be played. */
  forget(url: string): void
  disconnect(): void
}

/**
 * Fetches what plays next while it is quiet on the line: file by file in the order in which they will play, in parts, as
 * far as the listener's budget goes. What is kept beyond the budget is at most the file that plays.
 *
 * A file that does not arrive is left out: nothing is lost by it, and when it is to play its failure is told.
 */
export function connectPrefetch(deps: PrefetchDeps): Prefetch {
  const { store, engine, settings, playsOpus, connection, fetch, isApis } = deps
  const entries = new Map<string, Entry>()
  /** What is known of the queue's files for as long as the queue is what it is; `Infinity` for what is not to be had. */
  const sizes = new Map<string, number>()
  let tracks: readonly QueueTrack[] = []
  let plan: string[] = []
  let inUse: string | null = null
  let waitsUntilMs = 0
  let fetching: { url: string; controller: AbortController } | null = null
  let isClosed = false

  function makePlan(): string[] {
    const { queue, stopsAtTrackEnd } = store.getState()
    const { qualityBehavior, prefetchMegabytes } = settings.getState()
    if (stopsAtTrackEnd || prefetchMegabytes === 0) return []
    const candidates = upcomingTracks(queue).flatMap((track) => {
      const stream = streamOf(track, qualityBehavior, false)
      const url = addressOf(track, stream, playsOpus)
      if (!isApis(url)) return []
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
      rate: presentRate(state),
    })
  }

  function drop(url: string) {
    const objectUrl = entries.get(url)?.objectUrl
    if (objectUrl) URL.revokeObjectURL(objectUrl)
    entries.delete(url)
  }

  /** Sees anew what is needed, and lets go of what is not. */
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
    const isKept = (url: string) => plan.includes(url) || (url === inUse && isComplete(entries.get(url)))
    for (const url of entries.keys()) if (!isKept(url)) drop(url)
    if (fetching && (!plan.includes(fetching.url) || status === 'loading')) fetching.controller.abort()
    goOn()
  }

  /** Fetches the next part, if it may. */
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
      // What has arrived stays, and is gone on from when the connection may be back.
      if (!controller.signal.aborted) waitsUntilMs = Date.now() + PAUSE_MS
    }
    fetching = null
    follow()
  }

  async function addPart(url: string, entry: Entry, signal: AbortSignal) {
    const response = await fetch(url, {
      signal,
      headers: {
        // Whoever listens comes first.
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
      // Not to be had, not in parts, or no longer what it was.
      await response.body?.cancel()
      sizes.set(url, Number.POSITIVE_INFINITY)
      return
    }
    const part = await response.blob()
    // Dropped meanwhile: what is known of it by now stays.
    if (entries.get(url) !== entry) return
    if (part.size === 0) throw new Error('nothing arrived')
    entry.parts.push(part)
    entry.bytes += part.size
    entry.sizeBytes = Number(size)
    sizes.set(url, entry.sizeBytes)
    entry.etag = etag
    entry.type = response.headers.get('content-type') ?? ''
  }

  function handleChange() {
    // Whatever this page does with the change comes first.
    queueMicrotask(follow)
  }

  const disconnects = [followPlayer(store, handleChange), settings.subscribe(handleChange), engine.onPosition(goOn)]
  return {
    find(url) {
      inUse = url
      const entry = entries.get(url)
      if (!entry || !isComplete(entry)) return null
      entry.objectUrl ??= URL.createObjectURL(new Blob(entry.parts, { type: entry.type }))
      return entry.objectUrl
    },
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

/** At least what the first request may bring, so that finding out goes over no budget. */
function guessedSize({ durationSeconds }: QueueTrack, stream: Stream): number {
  return Math.max(PART_BYTES, (durationSeconds ?? GUESSED_SECONDS) * GUESSED_RATE[stream])
}

function newEntry(): Entry {
  return { parts: [], bytes: 0, sizeBytes: null, etag: null, type: '', objectUrl: null }
}

function isComplete(entry: Entry | undefined): boolean {
  return entry !== undefined && entry.sizeBytes !== null && entry.bytes === entry.sizeBytes
}
