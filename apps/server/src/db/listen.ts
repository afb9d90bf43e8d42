import { setTimeout as sleep } from 'node:timers/promises'

import pg from 'pg'

const FIRST_RETRY_MS = 100
const LAST_RETRY_MS = 5_000
const CONNECT_TIMEOUT_MS = 10_000

type ListenOptions = {
  /** A notice came, or the connection stands (again) and some may have been missed. */
  onNotice: () => void
  /** The connection is lost, or could not be made; it is tried again until `close`. */
  onLost: (error: Error) => void
}

/** Listens for PostgreSQL's notices on a connection of its own, which is made again whenever it breaks. */
export function listenToPostgres(url: string, channel: string, { onNotice, onLost }: ListenOptions) {
  const stop = new AbortController()
  let client: pg.Client | null = null
  let retryMs = FIRST_RETRY_MS

  async function connectOnce(): Promise<void> {
    const current = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    })
    client = current
    const ended = Promise.withResolvers<void>()
    ended.promise.catch(() => {})
    current.on('error', (error) => ended.reject(error))
    current.on('end', () => ended.reject(new Error('The connection for notices has ended')))
    current.on('notification', onNotice)
    try {
      await current.connect()
      await current.query(`listen ${pg.escapeIdentifier(channel)}`)
      retryMs = FIRST_RETRY_MS
      onNotice()
      await ended.promise
    } finally {
      client = null
      // Whatever it says: it is of no more use.
      await current.end().catch(() => {})
    }
  }

  async function keepListening(): Promise<void> {
    while (!stop.signal.aborted) {
      try {
        await connectOnce()
      } catch (error) {
        if (stop.signal.aborted) return
        onLost(error instanceof Error ? error : new Error(String(error)))
      }
      await sleep(retryMs, undefined, { signal: stop.signal, ref: false }).catch(() => {})
      retryMs = Math.min(retryMs * 2, LAST_RETRY_MS)
    }
  }

  const ended = keepListening()
  return {
    async close(): Promise<void> {
      stop.abort()
      await client?.end().catch(() => {})
      await ended
    },
  }
}
