import { setTimeout as sleep } from 'node:timers/promises'

import { type ReadinessCheck, readinessChecks } from '@otodana/contract'

import { knownMigrations } from '#db/backup/schema-at.ts'
import { newestMigration } from '#db/newest-migration.ts'
import type { Database } from '#db/open.ts'
import type { LibraryRootsReader } from '#settings/library-roots.ts'
import type { Storage } from '#storage/storage.ts'

/** Throws, or returns what is wrong. */
export type Checks = Record<ReadinessCheck, () => Promise<string[]>>
export type CheckResult = { name: ReadinessCheck | 'stopping'; problems: string[] }

/** Probes usually wait for five seconds. */
const TIMEOUT_MS = 2_000
/** So long a result is used again, so that requests need no limit. */
const FRESH_MS = 1_000

type Deps = {
  database: Pick<Database, 'read'>
  roots: Pick<LibraryRootsReader, 'paths'>
  storage: Pick<Storage, 'checkRoot'>
}

export function readinessOf({ database, roots, storage }: Deps): Checks {
  return {
    database: async () => {
      await database.read.selectNoFrom((expression) => expression.lit(1).as('one')).execute()
      return []
    },
    migrations: async () => {
      const newest = await newestMigration(database.read)
      const known = (await knownMigrations()).at(-1)
      return newest === known ? [] : [`the database is at ${newest}, this program at ${known}`]
    },
    library: async () => {
      const problemOf = (path: string) => storage.checkRoot(path).then(() => null, messageOf)
      const problems = await Promise.all((await roots.paths()).map(problemOf))
      return problems.filter((problem) => problem !== null)
    },
  }
}

/** Makes all checks at once, for all who ask within a second. One that does not end in time has failed. */
export function createReadiness(
  checks: Checks,
  { timeoutMs = TIMEOUT_MS, now = () => performance.now() } = {},
): () => Promise<CheckResult[]> {
  async function make(name: ReadinessCheck): Promise<CheckResult> {
    const stopped = new AbortController()
    const late = sleep(timeoutMs, [`no answer within ${timeoutMs} ms`], { ref: false, signal: stopped.signal })
    // Aborted as soon as the check has ended.
    late.catch(() => {})
    const made = checks[name]().catch((error: unknown) => [messageOf(error)])
    const problems = await Promise.race([made, late])
    stopped.abort()
    return { name, problems }
  }

  let last: { results: Promise<CheckResult[]>; atMs: number } | null = null
  return () => {
    if (last === null || now() - last.atMs >= FRESH_MS) {
      last = { results: Promise.all(readinessChecks.map(make)), atMs: now() }
    }
    return last.results
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
