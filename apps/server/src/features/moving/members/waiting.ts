import { canonicalCode } from '@otodana/work-code'
import type { Logger } from 'pino'

import { isDatabaseAway, isDiskFull } from '#db/dialect.ts'
import type { Database } from '#db/open.ts'

import { type ListedIn, mergeList } from './lists.ts'
import { type HeardTrack, mergeHeard } from './heard.ts'
import { type Mark, mergeMarks } from './marks.ts'
import type { Kind } from './moved-in.ts'
import { mergePositions, type PositionOn } from './positions.ts'
import { mergeTagVotes, type Vote } from './votes.ts'

const ROWS_AT_ONCE = 200
const once = { dryRun: false, isOnce: true }

type WaitingOptions = {
  signal?: AbortSignal
  /** Called with an account's rows of a kind that cannot be taken over. They stay, and those of others are taken over. */
  onFailed: (error: unknown) => void
}

/**
 * Takes over what waited for works that have come into the library since.
 *
 * @returns the number of rows
 */
export async function mergeWaiting(database: Database, { signal, onFailed }: WaitingOptions): Promise<number> {
  let merged = 0
  const groups = await due(database)
    .select(['account_id', 'kind'])
    .distinct()
    .$narrowType<{ kind: Kind }>()
    .orderBy('account_id')
    .execute()
  for (const { account_id: accountId, kind } of groups) {
    try {
      for (;;) {
        if (signal?.aborted) return merged
        const items = await nextOf(database, accountId, kind)
        if (items.length === 0) break
        await mergeOf[kind](database, accountId, items)
        merged += items.length
      }
    } catch (error) {
      if (isDatabaseAway(error) || isDiskFull(error)) throw error
      onFailed(error)
    }
  }
  return merged
}

async function nextOf(database: Database, accountId: number, kind: Kind): Promise<unknown[]> {
  const rows = await due(database)
    .select('data')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .orderBy('work_id')
    .orderBy('key')
    .limit(ROWS_AT_ONCE)
    .execute()
  return rows.map(({ data }) => JSON.parse(data ?? 'null') as unknown)
}

/** What a member brought along for works that are not in the library. */
export async function exportWaiting({ read }: Pick<Database, 'read'>, accountId: number) {
  const rows = await read
    .selectFrom('moved_in')
    .select(['kind', 'work_id', 'key', 'at_ms', 'data'])
    .$narrowType<{ kind: Kind }>()
    .where('account_id', '=', accountId)
    .where('data', 'is not', null)
    .orderBy('kind')
    .orderBy('work_id')
    .orderBy('key')
    .execute()
  return rows.map(({ kind, work_id, at_ms, data }) => ({
    code: canonicalCode(work_id),
    kind,
    at: new Date(at_ms).toISOString(),
    data: JSON.parse(data ?? 'null') as Record<string, unknown>,
  }))
}

/** Merges what waits in the background, one search at a time. */
export function createWaitingMerger({ database, onMerged, log }: MergerDeps) {
  const closing = new AbortController()
  const onFailed = (error: unknown) => log.warn({ err: error }, 'what waits for its work could not be imported')
  let running: Promise<void> | null = null
  let isAskedAgain = false

  async function run(): Promise<void> {
    do {
      isAskedAgain = false
      if ((await mergeWaiting(database, { signal: closing.signal, onFailed })) > 0) await onMerged()
    } while (isAskedAgain && !closing.signal.aborted)
  }

  return {
    look(): void {
      isAskedAgain = true
      running ??= run()
        .catch(onFailed)
        .finally(() => (running = null))
    },
    async close(): Promise<void> {
      closing.abort()
      await running
    },
  }
}

type MergerDeps = { database: Database; onMerged: () => Promise<void>; log: Pick<Logger, 'warn'> }

function due({ read }: Database) {
  return (
    read
      .selectFrom('moved_in')
      .where('data', 'is not', null)
      // The works are many, and those that wait are few.
      .where((eb) => eb.exists(eb.selectFrom('work').select('work.id').whereRef('work.id', '=', 'moved_in.work_id')))
  )
}

/** The items are those that this program has written. */
const mergeOf: Record<Kind, (database: Database, accountId: number, items: unknown[]) => Promise<void>> = {
  async mark(database, accountId, items) {
    await mergeMarks(database, accountId, items as Mark[], once)
  },
  async position(database, accountId, items) {
    const positions = items as PositionOn[]
    for (const same of Map.groupBy(positions, ({ device }) => device.id).values()) {
      await mergePositions(database, accountId, same[0]!.device, same, once)
    }
  },
  async heard(database, accountId, items) {
    await mergeHeard(database, accountId, items as HeardTrack[], once)
  },
  async listed(database, accountId, items) {
    for (const same of Map.groupBy(items as ListedIn[], ({ list }) => list.name).values()) {
      await mergeList(database, accountId, same[0]!.list, same, once)
    }
  },
  async vote(database, accountId, items) {
    await mergeTagVotes(database, accountId, items as Vote[], once)
  },
}
