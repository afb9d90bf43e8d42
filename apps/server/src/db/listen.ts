import { setTimeout as sleep } from 'node:timers/promises'

import pg from 'pg'

import { APPLICATION_NAME } from './open.ts'

const FIRST_RETRY_MS = 100
const LAST_RETRY_MS = 5_000
const CONNECT_TIMEOUT_MS = 10_000
const END_MS = 1_000

type ListenOptions = {
  /** Called on a notification, and after (re)connecting, because some may have been missed. */
  onNotice: () => void
  /** Called when the connection is lost or fails; it is retried until `close`. */
  onLost: (error: Error) => void
}

/** Listens for PostgreSQL notifications on a separate connection, which is reopened when it breaks. */
export function listenToPostgres(url: string, channel: string, { onNotice, onLost }: ListenOptions) {
  const stop = new AbortController()
  let retryMs = FIRST_RETRY_MS

  /** @throws {Error} when the connection ends, as it always does */
  async function listenOnce(): Promise<never> {
    const client = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      application_name: APPLICATION_NAME,
    })
    // Does not rely on `connect`, which never settles if the client is ended meanwhile.
    const ended = Promise.withResolvers<never>()
    ended.promise.catch(() => {})
    const end = () => ended.reject(new Error('The connection for notices has ended'))
    client.on('error', ended.reject)
    client.on('end', end)
    client.on('notification', onNotice)
    stop.signal.addEventListener('abort', end)
    try {
      await Promise.race([client.connect(), ended.promise])
      await Promise.race([client.query(`listen ${pg.escapeIdentifier(channel)}`), ended.promise])
      retryMs = FIRST_RETRY_MS
      onNotice()
      return await ended.promise
    } finally {
      stop.signal.removeEventListener('abort', end)
      // If even this gets no answer, the client's timeout ends it.
      await Promise.race([client.end().catch(() => {}), sleep(END_MS, undefined, { ref: false })])
    }
  }

  async function keepListening(): Promise<void> {
    while (!stop.signal.aborted) {
      try {
        await listenOnce()
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
      await ended
    },
  }
}
