import { setTimeout as sleep } from 'node:timers/promises'

import type { Logger } from 'pino'

import { render } from './answer.ts'
import type { Song } from './library.repository.ts'
import type { SubsonicLibrary } from './library.ts'
import { type Marks, toAlbum, toSongs } from './shapes.ts'

/** About 8 ms before they are compiled. */
const PAGE = 25
const STEPS = 40
/** Then larger ones, up to those that apps ask for, so that no answer pays for a first time. */
const LARGER_PAGES = [100, 250, 500]
/** What a server reads after its start goes first. */
const SOON_MS = 10_000
const NO_MARKS: Marks = { stars: new Map(), ratings: new Map() }

type Deps = { library: Pick<SubsonicLibrary, 'albumIds' | 'albums' | 'songsAmong' | 'songPage'>; log: Logger }

export type WarmUp = {
  /** Makes only small pages, beside the requests of an app. Does nothing after the first time. */
  start(): void
  /** The same with larger pages, before an app sends requests. */
  startAhead(): void
  /** The same when the server has been up for a while. */
  startSoon(): void
  /** Stops after the current page. */
  close(): Promise<void>
}

/**
 * Makes pages of albums and songs in the background, by which their code is compiled; pauses half of the time. Without it, the
 * first two pages of 500 albums after a start take 60 to 150 ms and the first 16 of songs 50 to 110, three times as long as the others.
 */
export function createWarmUp({ library, log }: Deps): WarmUp {
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  const end = new AbortController()

  /** Returns false if there are no albums from `offset` on. */
  async function makePage(offset: number, size: number, songsOf: (albumIds: number[]) => Promise<Song[]>) {
    const ids = library.albumIds({ terms: [], order: 'id', direction: 'asc' }, offset, size)
    if (ids.length === 0) return false
    await withPause(async () => {
      const albums = await library.albums(ids)
      render({ album: albums.map((album) => toAlbum(album, NO_MARKS)) }, { kind: 'json' })
    }, end.signal)
    if (end.signal.aborted) return false
    await withPause(async () => {
      render({ song: toSongs(await songsOf(ids), NO_MARKS) }, { kind: 'json' })
    }, end.signal)
    return true
  }

  async function makePages(isAhead: boolean): Promise<void> {
    for (let step = 0; step < STEPS && !end.signal.aborted; step++) {
      if (!(await makePage(step * PAGE, PAGE, (ids) => library.songsAmong(ids, 0, PAGE)))) break
    }
    for (const size of isAhead ? LARGER_PAGES : []) {
      if (end.signal.aborted) return
      await makePage(0, size, () => library.songPage(0, size))
    }
  }

  function start(isAhead: boolean): void {
    running ??= makePages(isAhead).catch((error: unknown) => {
      // Nothing depends on it; a call that needs the same reports its own error.
      log.warn({ err: error }, 'pages of albums and songs could not be made in advance')
    })
  }

  return {
    start: () => start(false),
    startAhead: () => start(true),
    startSoon() {
      timer ??= setTimeout(start, SOON_MS, true).unref()
    },
    async close() {
      end.abort()
      clearTimeout(timer)
      await running
    },
  }
}

async function withPause(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  const startedAt = performance.now()
  await work()
  // Closing ends the pause.
  await sleep(performance.now() - startedAt, undefined, { ref: false, signal }).catch(() => undefined)
}
