import type { PostgresPool } from 'kysely'
import pg from 'pg'

/**
 * In milliseconds. Together they limit how long a call waits for a frozen server: typically nine seconds, fourteen at
 * most.
 */
export type Patience = {
  /** How often to check for waiting calls. */
  lookEvery: number
  /** When a call has waited this long, the server is probed. */
  waits: number
  /** Timeout for connecting, and again for the probe's answer. */
  answers: number
}

export const PATIENCE: Patience = { lookEvery: 1_000, waits: 3_000, answers: 5_000 }

/**
 * A frozen or unreachable server refuses nothing, so calls would wait forever. When one takes long, the server is
 * therefore probed over another connection. Until that is answered, waiting calls fail as if the database were
 * unavailable, and new ones fail at once. Queries that merely take long are not affected.
 */
export function answeringPool(pool: pg.Pool, url: string, patience: Patience = PATIENCE): PostgresPool {
  const busy = new Map<pg.PoolClient, number>()
  const waiting = new Map<(error: Error) => void, number>()
  let isFrozen = false
  let isLooking = false
  pool.on('acquire', (client) => busy.set(client, performance.now()))
  pool.on('release', (_error, client) => busy.delete(client))
  const probe = createProbe(url, patience.answers)
  const timer = setInterval(() => void look(), patience.lookEvery).unref()

  async function look(): Promise<void> {
    if (isLooking) return
    if (!isFrozen && late(busy).length + late(waiting).length === 0) return probe.end()
    isLooking = true
    isFrozen = !(await probe.isAnswered())
    isLooking = false
    if (!isFrozen) return
    for (const client of late(busy)) {
      busy.delete(client)
      if (client instanceof pg.Client) client.end().catch(() => {})
    }
    for (const reject of waiting.keys()) reject(frozen())
  }

  function late<T>(since: Map<T, number>): T[] {
    const limit = performance.now() - patience.waits
    return [...since].filter(([, atMs]) => atMs <= limit).map(([one]) => one)
  }

  return {
    options: pool.options,
    async connect() {
      if (isFrozen) throw frozen()
      const { promise: givenUp, reject } = Promise.withResolvers<never>()
      const connecting = pool.connect()
      waiting.set(reject, performance.now())
      try {
        return await Promise.race([connecting, givenUp])
      } catch (error) {
        // A connection made after the timeout is kept for the next probe.
        connecting.then(
          (client) => client.release(),
          () => {},
        )
        throw error
      } finally {
        waiting.delete(reject)
      }
    },
    async end() {
      clearInterval(timer)
      probe.end()
      await pool.end()
    },
  }
}

/** Starts like the driver's own errors about lost connections. */
function frozen(): Error {
  return new Error('Connection terminated: the database does not answer')
}

/** A connection for probing, opened on first use and kept until `end` or a failure. */
function createProbe(url: string, withinMs: number) {
  let kept: pg.Client | null = null

  function end(): void {
    kept?.end().catch(() => {})
    kept = null
  }

  async function connected(): Promise<pg.Client> {
    if (kept) return kept
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: withinMs, query_timeout: withinMs })
    client.on('error', () => {
      if (kept === client) end()
    })
    kept = client
    await client.connect()
    return client
  }

  return {
    end,
    /** Whether the server answers in time, even if only that it is full or stopping. */
    async isAnswered(): Promise<boolean> {
      try {
        await (await connected()).query('select 1')
        return true
      } catch (error) {
        end()
        return !/timeout|ETIMEDOUT/.test(String(error))
      }
    },
  }
}
