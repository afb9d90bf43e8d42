import { setTimeout as sleep } from 'node:timers/promises'

import type { Logger } from 'pino'

import { render } from './answer.ts'
import type { Song } from './library.repository.ts'
import type { SubsonicLibrary } from './library.ts'
import { type Marks, toAlbum, toSongs } from './shapes.ts'

/** About 8 ms before they are compiled. */
const PAGE = 25
const STEPS = 40
/** Then as large as apps ask for: what takes long only the first time is part of no answer. */
const GROWING = [100, 250, 500]
/** What a server reads after its start goes first. */
const SOON_MS = 10_000
const NO_MARKS: Marks = { stars: new Map(), ratings: new Map() }

type Deps = { library: Pick<SubsonicLibrary, 'albumIds' | 'albums' | 'songsAmong' | 'songPage'>; log: Logger }

export type WarmUp = {
  /** Does nothing after the first time. */
  start(): void
  /** Starts when the server has been up for a while. */
  startSoon(): void
  /** Stops after the current page. */
  close(): Promise<void>
}

/**
 * Makes small pages of albums and songs in the background, by which their code is compiled, and then larger ones; pauses half of the time. Without it, the
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
    await withPause(async () => {
      render({ song: toSongs(await songsOf(ids), NO_MARKS) }, { kind: 'json' })
    }, end.signal)
    return true
  }

  async function makePages(): Promise<void> {
    for (let step = 0; step < STEPS && !end.signal.aborted; step++) {
      if (!(await makePage(step * PAGE, PAGE, (ids) => library.songsAmong(ids, 0, PAGE)))) break
    }
    for (const size of GROWING) {
      if (end.signal.aborted) return
      await makePage(0, size, () => library.songPage(0, size))
    }
  }

  function start(): void {
    running ??= makePages().catch((error: unknown) => {
      // Nothing depends on it; a call that needs the same reports its own error.
      log.warn({ err: error }, 'pages of albums and songs could not be made in advance')
    })
  }

  return {
    start,
    startSoon() {
      timer ??= setTimeout(start, SOON_MS).unref()
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
