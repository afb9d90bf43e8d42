import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { StoreApi } from 'zustand/vanilla'

import type { QualityBehavior } from '#features/settings/index.ts'

import { createCommands } from '../commands.ts'
import { connectEngine } from '../player-session.ts'
import { createPlayerStore } from '../player.store.ts'
import { connectPrefetch } from './prefetch.ts'
import type { Prefetch } from './prefetch.ts'
import type { Connection } from './prefetch-plan.ts'
import { aSilentEngine } from '../test/a-silent-engine.ts'
import { aTrack } from '../test/a-track.ts'

const MB = 1_000_000
const PART = 1024 * 1024
const tracks = Array.from({ length: 60 }, (_, index) =>
  aTrack(`1/${index}`, { streamUrl: `/${index}`, durationSeconds: 10 }),
)

/** Files by path, with their claimed sizes; requests are recorded. */
let files: Map<string, { bytes: number; etag: string }>
let asked: string[]
/** Replaces an answer by a failure. */
let failure: ((url: string) => Response | Error | undefined) | null
/** Requests that begin with this are never answered. */
let held: string | null

async function fakeFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const url = input instanceof Request ? input.url : input.toString()
  const headers = new Headers(init.headers)
  expect(headers.get('purpose')).toBe('prefetch')
  const range = headers.get('range')!
  const asks = `${url} ${range.slice('bytes='.length)}`
  asked.push(asks)
  if (held !== null && asks.startsWith(held)) {
    await new Promise<void>((_, reject) => {
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error))
    })
  }
  const instead = failure?.(url)
  if (instead instanceof Error) throw instead
  if (instead) return instead
  const file = files.get(url)
  if (!file) return new Response(null, { status: 404 })
  const [from = 0, to = 0] = range.slice('bytes='.length).split('-').map(Number)
  const end = Math.min(to, file.bytes - 1)
  return new Response(new Uint8Array(end - from + 1), {
    status: 206,
    headers: { 'content-range': `bytes ${from}-${end}/${file.bytes}`, etag: file.etag, 'content-type': 'audio/mpeg' },
  })
}

type Settings = { qualityBehavior: QualityBehavior; prefetchMegabytes: number }
let settings: StoreApi<Settings>
let store: ReturnType<typeof createPlayerStore>
let player: ReturnType<typeof createCommands>
let silent: ReturnType<typeof aSilentEngine>
let connection: Connection
let prefetch: Prefetch
let connects: () => Prefetch
/** Tracks that are on this device anyway. */
let keptHashes: string[]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  files = new Map(tracks.map(({ streamUrl }, index) => [streamUrl, { bytes: 1.5 * MB, etag: `"${index}"` }]))
  asked = []
  failure = null
  held = null
  keptHashes = []
  connection = {}
  settings = createStore<Settings>(() => ({ qualityBehavior: 'fluentFirst', prefetchMegabytes: 10 }))
  store = createPlayerStore()
  player = createCommands(store, () => 0.5)
  silent = aSilentEngine()
  const { engine } = silent
  connects = () =>
    connectPrefetch({
      store,
      engine,
      settings,
      playsOpus: true,
      connection: () => connection,
      fetch: fakeFetch,
      isKept: ({ hash }) => keptHashes.includes(hash),
      isApis: (url) => new URL(url, 'http://here').origin === 'http://here',
    })
  prefetch = connects()
  connectEngine(store, engine, () => 0.5, { quality: settings, playsOpus: true, prefetched: prefetch })
})
afterEach(() => {
  prefetch.disconnect()
  vi.useRealTimers()
})

function playing(list = tracks, at = 0) {
  player.playTracks(list, at)
  silent.becomes('playing')
}
/** Waits until nothing is in flight. */
async function settled() {
  let before = -1
  while (before !== asked.length) {
    before = asked.length
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
}
const isHere = (index: number) => {
  const here = prefetch.find(tracks[index]!.streamUrl) !== null
  // Only requested, not played.
  prefetch.find(tracks[store.getState().queue.index]!.streamUrl)
  return here
}
const paths = () => [...new Set(asked.map((line) => line.split(' ')[0]))]

describe('PLY-13 prefetch', () => {
  test('fetches upcoming tracks in parts, next one first, within the budget', async () => {
    playing()
    await settled()
    expect(asked.slice(0, 3)).toEqual([`/1 0-${PART - 1}`, `/1 ${PART}-${2 * PART - 1}`, `/2 0-${PART - 1}`])
    expect(paths()).toEqual(['/1', '/2', '/3', '/4', '/5', '/6'])
    expect([isHere(1), isHere(6), isHere(7)]).toEqual([true, true, false])
  })

  test('OFF-13 what is kept on this device is not fetched, and takes nothing from the budget', async () => {
    keptHashes = ['1/1', '1/3']
    playing()
    await settled()
    expect(paths()).toEqual(['/2', '/4', '/5', '/6', '/7', '/8'])
  })

  test('PLY-16 also for a track that played before this part loaded', async () => {
    prefetch.disconnect()
    playing()
    prefetch = connects()
    await settled()
    expect(paths()).toEqual(['/1', '/2', '/3', '/4', '/5', '/6'])
  })

  test('the next track plays from this device, and another one takes its place in the budget', async () => {
    playing()
    await settled()
    silent.told()
    asked = []
    player.next()
    expect(silent.told()).toEqual([expect.stringMatching(/^load blob:/), 'play'])
    silent.becomes('playing')
    await settled()
    expect(paths()).toEqual(['/7'])
  })

  test('fetches at most 50 files, whatever the budget', async () => {
    for (const file of files.values()) file.bytes = 1000
    settings.setState({ prefetchMegabytes: 1000 })
    playing()
    await settled()
    expect(paths().length).toBe(50)
  })

  test('fetches nothing with data saving on, without a budget, while paused, or before the last track', async () => {
    connection = { saveData: true }
    playing()
    await settled()
    settings.setState({ prefetchMegabytes: 0 })
    await settled()
    connection = {}
    silent.reaches(1)
    await settled()
    store.setState({ stopsAtEndOf: 'track' })
    settings.setState({ prefetchMegabytes: 10 })
    silent.reaches(2)
    await settled()
    silent.becomes('paused')
    store.setState({ stopsAtEndOf: null })
    silent.reaches(3)
    await settled()
    expect(asked).toEqual([])
    silent.becomes('playing')
    await settled()
    expect(asked.length).toBeGreaterThan(0)
  })

  test('a stalled current track comes first; a partial file is continued later', async () => {
    for (const file of files.values()) file.bytes = 3 * PART
    settings.setState({ prefetchMegabytes: 4 })
    held = `/1 ${PART}`
    playing()
    await settled()
    held = null
    silent.becomes('loading')
    await settled()
    expect(asked).toEqual([`/1 0-${PART - 1}`, `/1 ${PART}-${2 * PART - 1}`])
    silent.becomes('playing')
    await settled()
    expect(asked.slice(2)).toEqual([`/1 ${PART}-${2 * PART - 1}`, `/1 ${2 * PART}-${3 * PART - 1}`])
    expect(isHere(1)).toBe(true)
  })

  test('another queue aborts what is in flight and discards what was fetched', async () => {
    held = '/2'
    playing()
    await settled()
    playing(tracks.slice(30, 32), 0)
    await settled()
    expect(paths()).toEqual(['/1', '/2', '/31'])
    expect([isHere(1), isHere(2), isHere(31)]).toEqual([false, false, true])
    player.clear()
    await settled()
    expect(prefetch.find('/31')).toBeNull()
  })

  test('fetches small streams if they will play, and originals after the preference changes', async () => {
    const small = tracks.slice(0, 2).map((track, index) => ({ ...track, lowQualityUrl: `/small/${index}` }))
    files.set('/small/1?format=opus', { bytes: 1000, etag: '"s"' })
    playing(small)
    await settled()
    expect(paths()).toEqual(['/small/1?format=opus'])
    settings.setState({ qualityBehavior: 'qualityFirst' })
    silent.becomes('playing')
    await settled()
    expect(paths()).toEqual(['/small/1?format=opus', '/1'])
    expect(prefetch.find('/small/1?format=opus')).toBeNull()
  })

  test('a file larger than the budget is checked once and skipped', async () => {
    files.set('/1', { bytes: 11 * MB, etag: '"1"' })
    playing()
    await settled()
    silent.reaches(1)
    await settled()
    expect(asked.filter((line) => line.startsWith('/1 '))).toEqual([`/1 0-${PART - 1}`])
    expect(isHere(2)).toBe(true)
  })

  test('a file that is missing, changes meanwhile or is on another host is not prefetched', async () => {
    const elsewhere = aTrack('1/9', { streamUrl: 'http://there/9' })
    files.delete('/1')
    files.set('/2', { bytes: 1.5 * MB, etag: '"before"' })
    failure = (url) => {
      if (url === '/2' && asked.at(-1)!.startsWith('/2 1')) files.get('/2')!.etag = '"after"'
      return undefined
    }
    playing([...tracks.slice(0, 3), elsewhere])
    await settled()
    silent.reaches(1)
    await settled()
    expect(asked).toEqual([`/1 0-${PART - 1}`, `/2 0-${PART - 1}`, `/2 ${PART}-${2 * PART - 1}`])
    expect([isHere(1), isHere(2)]).toEqual([false, false])
  })

  test('waits while the connection is lost or the server is busy', async () => {
    playing(tracks.slice(0, 2))
    failure = () => new TypeError('Failed to fetch')
    await settled()
    silent.reaches(1)
    await settled()
    expect(asked.length).toBe(1)
    failure = () => new Response(null, { status: 503 })
    vi.advanceTimersByTime(30_000)
    silent.reaches(2)
    await settled()
    expect(asked.length).toBe(2)
    failure = null
    vi.advanceTimersByTime(30_000)
    silent.reaches(3)
    await settled()
    expect(isHere(1)).toBe(true)
  })

  test('the body of an error response is not read', async () => {
    let isCancelled = false
    const body = new ReadableStream({ cancel: () => void (isCancelled = true) })
    failure = () => new Response(body, { status: 500 })
    playing(tracks.slice(0, 2))
    await settled()
    expect(isCancelled).toBe(true)
  })

  test('a file aborted in the middle of a part is not requested again', async () => {
    let arrive = () => {}
    const body = new ReadableStream({
      start(stream) {
        arrive = () => {
          stream.enqueue(new Uint8Array(PART))
          stream.close()
        }
      },
    })
    const headers = { 'content-range': `bytes 0-${PART - 1}/${1.5 * MB}`, etag: '"1"' }
    failure = () => (asked.length === 1 ? new Response(body, { status: 206, headers }) : undefined)
    playing(tracks.slice(0, 3))
    await settled()
    prefetch.forget('/1')
    arrive()
    await settled()
    expect(paths()).toEqual(['/1', '/2'])
    expect(asked.filter((line) => line.startsWith('/1 '))).toHaveLength(1)
  })

  test('a prefetched file that does not play is streamed after all', async () => {
    playing(tracks.slice(0, 2))
    await settled()
    player.next()
    silent.told()
    silent.fails('unplayable')
    expect(silent.told()).toEqual(['load /1', 'play'])
  })
})
