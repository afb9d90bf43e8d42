import type { PostgresPool } from 'kysely'
import pg from 'pg'

/** In milliseconds. Together they bound how long a call waits for a frozen server: some nine seconds, fourteen at most. */
export type Patience = {
  /** How often to look whether anything waits. */
  lookEvery: number
  /** When a call has waited this long, the server is asked whether it is there. */
  waits: number
  /** How long it has to let a connection in, and again to answer on it. */
  answers: number
}

export const PATIENCE: Patience = { lookEvery: 1_000, waits: 3_000, answers: 5_000 }

/**
 * A server that is frozen, or that no packet reaches, refuses nothing: calls would wait for ever. So when one takes long, the
 * server is asked over another connection. While that has no answer either, calls that wait fail as those of a database that
 * is away do, and new ones fail at once. A query that only takes long is left alone.
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
        // One that comes after all is for the next.
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

/** Begins as the driver's own errors do of connections that are lost. */
function frozen(): Error {
  return new Error('Connection terminated: the database does not answer')
}

/** A connection to ask the server over, made when it is first needed and kept until `end` or until it fails. */
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
    /** Whether the server says anything at all within the time, be it that it is full or stopping. */
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
