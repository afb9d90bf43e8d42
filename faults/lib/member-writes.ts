import type { HistoryPage, Pagination, PlaybackPosition, Playlist, ReviewedWork, TrackNode } from '@otodana/contract'

import { pick, type Random } from '../../bench/lib/random.ts'
import type { Ledger } from './ledger.ts'
import type { FaultyServer } from './server.ts'

const DEVICE = { id: '6f1b7c1e-58a4-4c8e-9d57-0a4f0f7a5f10', name: 'Desk' }
/** So that a night of rounds does not fill the member's playlists. */
const MAX_LISTS = 60
const PAUSE_MS = 20

export type Member = { token: string; workIds: number[]; hashes: string[]; playlistId: string }

/** A new account, what it can write about, and a playlist into which all works come and go together. */
export async function aWritingMember(server: FaultyServer, name: string, workIds: number[]): Promise<Member> {
  const call = async <T>(method: string, path: string, token?: string, body?: unknown): Promise<T> => {
    const answer = await server.call<T>(method, path, { token, body, address: '10.0.0.1' })
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const account = { name, password: `${name}-secret` }
  const { token } = await call<{ token: string }>('POST', '/api/auth/reg', undefined, account)
  const hashes: string[] = []
  for (const id of workIds) hashes.push(...audioOf(await call<TrackNode[]>('GET', `/api/tracks/${id}`, token)))
  const list = await call<Playlist>('POST', '/api/playlist/create-playlist', token, { name: 'All together' })
  return { token, workIds, hashes, playlistId: list.id }
}

function audioOf(nodes: readonly TrackNode[]): string[] {
  return nodes.flatMap((node) =>
    node.type === 'folder' ? audioOf(node.children) : node.type === 'audio' ? [node.hash] : [],
  )
}

type Write = () => Promise<boolean>

/** Writes of each kind, one after another; all kinds at once. */
export function memberWrites(
  server: FaultyServer,
  { token, workIds, hashes, playlistId }: Member,
  ledger: Ledger,
  random: Random,
) {
  const lists: { name: string; id: string }[] = []
  let number = 0

  async function send<T>(method: string, path: string, body?: unknown): Promise<T | null> {
    const answer = await server.call<T>(method, path, { token, body })
    return answer.status === 200 ? answer.body : null
  }

  const kinds: Write[] = [
    () => {
      const text = ++number
      const rating = (text % 5) + 1
      const workId = pick(workIds, random)
      return ledger.write(
        `review of ${workId}`,
        `${rating} ${text}`,
        async () => null !== (await send('PUT', '/api/review', { work_id: workId, rating, review_text: String(text) })),
      )
    },
    () => {
      const oldest = lists.length >= MAX_LISTS ? lists.shift() : undefined
      if (oldest !== undefined) {
        return ledger.write(
          `playlist ${oldest.name}`,
          null,
          async () => null !== (await send('POST', '/api/playlist/delete-playlist', { id: oldest.id })),
        )
      }
      const name = `list ${++number}`
      return ledger.write(`playlist ${name}`, String(workIds.length), async () => {
        const made = await send<Playlist>('POST', '/api/playlist/create-playlist', { name, works: workIds })
        if (made !== null) lists.push({ name, id: made.id })
        return made !== null
      })
    },
    () => {
      const isAdding = random() < 0.5
      const path = `/api/playlist/${isAdding ? 'add-works-to' : 'remove-works-from'}-playlist`
      return ledger.write(
        'playlist All together',
        String(isAdding ? workIds.length : 0),
        async () => null !== (await send('POST', path, { id: playlistId, works: workIds })),
      )
    },
    () => {
      const hash = pick(hashes, random)
      const seconds = ++number
      return ledger.write(`position in ${hash}`, String(seconds), async () => {
        const places = [{ hash, seconds, secondsAgo: 0 }]
        // An older one, by the server's clock, is not stored.
        return (await send<{ saved: number }>('POST', '/api/places', { device: DEVICE, places }))?.saved === 1
      })
    },
    () => {
      const hash = pick(hashes, random)
      // Totals only grow.
      const heardSeconds = ++number
      return ledger.write(`heard of ${hash}`, String(heardSeconds), async () => {
        const day = new Date().toISOString().slice(0, 10)
        const track = { hash, day, firstSecondsAgo: 1, lastSecondsAgo: 0, heardSeconds, seconds: 1, durationSeconds: 2 }
        return (
          (await send<{ saved: number }>('POST', '/api/history', { deviceId: DEVICE.id, tracks: [track] }))?.saved === 1
        )
      })
    },
  ]

  return {
    /** One write of a kind of the random numbers' choice. */
    one: (): Promise<boolean> => pick(kinds, random)(),

    /** Writes until the signal; a write that fails counts as one without an answer, and the next follows. */
    async keepWriting(signal: AbortSignal): Promise<void> {
      await Promise.all(
        kinds.map(async (write) => {
          while (!signal.aborted) {
            const isStored = await write().catch(() => false)
            if (!isStored) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
          }
        }),
      )
    },
  }
}

/** All that the member has, by the keys of the ledger. @throws {Error} the server did not answer with success */
export async function readMember(server: FaultyServer, { token, workIds }: Member): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  async function get<T>(path: string): Promise<T> {
    const { status, body } = await server.call<T>('GET', path, { token })
    if (status !== 200) throw new Error(`${path} was answered with ${status}`)
    return body
  }
  async function pages<T extends { pagination: Pagination }>(path: string, read: (page: T) => void): Promise<void> {
    for (let page = 1; ; page++) {
      const body = await get<T>(`${path}?pageSize=50&page=${page}`)
      read(body)
      if (page * body.pagination.pageSize >= body.pagination.totalCount) return
    }
  }
  await pages<{ works: ReviewedWork[]; pagination: Pagination }>('/api/review', ({ works }) => {
    for (const { id, userRating, review_text: text } of works) found.set(`review of ${id}`, `${userRating} ${text}`)
  })
  await pages<{ playlists: Playlist[]; pagination: Pagination }>('/api/playlist/get-playlists', ({ playlists }) => {
    for (const { name, works_count: count } of playlists) {
      if (!name.startsWith('__')) found.set(`playlist ${name}`, String(count))
    }
  })
  for (const workId of workIds) {
    const { places } = await get<{ places: PlaybackPosition[] }>(`/api/places/${workId}`)
    for (const { hash, seconds } of places) found.set(`position in ${hash}`, String(seconds))
  }
  await pages<HistoryPage>('/api/history', ({ entries }) => {
    for (const { tracks } of entries) {
      for (const { hash, heardSeconds } of tracks) {
        // The round may pass midnight.
        const earlier = Number(found.get(`heard of ${hash}`) ?? 0)
        found.set(`heard of ${hash}`, String(Math.max(earlier, heardSeconds)))
      }
    }
  })
  return found
}
