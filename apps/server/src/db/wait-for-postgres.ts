import { setTimeout as sleep } from 'node:timers/promises'

import pg from 'pg'

import { isDatabaseAway } from './dialect.ts'

const PAUSE_MS = 500
const LOG_EVERY_MS = 10_000
const CONNECT_TIMEOUT_MS = 5_000
/** Names and routes that appear with the machine or container. */
const NO_HOST_YET = new Set<unknown>(['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

type WaitOptions = {
  /** How long to wait. */
  seconds: number
  log: { warn(fields: object, text: string): void }
}

/**
 * Waits for a PostgreSQL that starts together with this server.
 *
 * @throws {Error} it does not answer in time; or at once: it refuses, such as a wrong password
 */
export async function waitForPostgres(url: string, { seconds, log }: WaitOptions): Promise<void> {
  const startedAt = performance.now()
  let loggedAt = Number.NEGATIVE_INFINITY
  for (;;) {
    try {
      return await connectOnce(url)
    } catch (error) {
      const now = performance.now()
      if (!isNotUpYet(error) || now - startedAt >= seconds * 1_000) throw error
      if (now - loggedAt >= LOG_EVERY_MS) {
        loggedAt = now
        log.warn({ reason: String(error) }, `waiting for PostgreSQL, at most ${seconds} seconds`)
      }
    }
    await sleep(PAUSE_MS)
  }
}

async function connectOnce(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  client.on('error', () => {})
  try {
    await client.connect()
  } finally {
    await client.end()
  }
}

function isNotUpYet(error: unknown): boolean {
  if (isDatabaseAway(error)) return true
  if (!(error instanceof Error)) return false
  return ('code' in error && NO_HOST_YET.has(error.code)) || error.message === 'timeout expired'
}
