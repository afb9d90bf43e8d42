import { setTimeout as sleep } from 'node:timers/promises'

import { parseWorkCode, type WorkCode } from '@otodana/work-code'
import type { FastifyBaseLogger } from 'fastify'

import type { Database } from '#db/open.ts'
import { retryingConflicts } from '#db/retrying-conflicts.ts'
import type { ServerSettings } from '#db/server-settings.ts'
import { refreshWorks } from '#features/metadata/index.ts'
import { whileLeased } from '#jobs/lease.ts'
import type { Job, JobQueue } from '#jobs/queue.ts'

import { removeCover, writeCover } from './cover-files.ts'
import { createFetchRepository, KIND } from './fetch.repository.ts'
import { type Finding, type MetadataProvider, ProviderFailure } from './provider.ts'

/** Held during all requests, so that one process at a time asks. */
const LEASE = 'metadata fetch'
const MAX_ATTEMPTS = 3
const BACKOFF_MS = 30_000
const MAX_BACKOFF_MS = 300_000
/** A provider that asks for more is asked again on the owner's request. */
const MAX_WAIT_MS = 60 * 60_000
const PAUSE_POLL_MS = 1_000

export type MetadataFetchDeps = {
  database: Database
  queue: JobQueue
  settings: ServerSettings
  /** In the owner's order of trust. */
  providers: readonly MetadataProvider[]
  /** Whether the configuration names the providers, which is consent. */
  isConfigured: boolean
  /** Folder of downloaded covers. */
  coverDir: string
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  /** The wait after the first failed attempt; later ones wait longer. */
  backoffMs?: number
}

export type MetadataFetch = ReturnType<typeof createMetadataFetch>

/**
 * Fetches metadata from providers, one work a job: a job survives a restart, and one process of a database at a time sends
 * requests. What a provider answers is stored at once; what it does not answer never changes what is known.
 */
export function createMetadataFetch(deps: MetadataFetchDeps) {
  const { database, queue, settings, providers, isConfigured, coverDir, log, backoffMs = BACKOFF_MS } = deps
  const repository = createFetchRepository(database)
  const names = providers.map(({ name }) => name)
  /** Why, and until when (ms since 1970), this process leaves the providers alone. */
  let waiting: { reason: string; untilMs: number } | null = null

  async function isOn(): Promise<boolean> {
    if (providers.length === 0) return false
    return isConfigured || (await settings.get('fetchesMetadata')) === true
  }

  async function untilResumed(signal: AbortSignal): Promise<void> {
    while ((await settings.get('isMetadataPaused')) === true) await sleep(PAUSE_POLL_MS, undefined, { signal })
  }

  /** @throws {ProviderFailure} every attempt failed */
  async function findPatiently(provider: MetadataProvider, code: WorkCode, signal: AbortSignal) {
    for (let attempt = 1; ; attempt++) {
      const finding: Finding = await provider.find(code, signal)
      if (finding.kind !== 'tryLater') return finding
      const { reason, retryAfterMs } = finding
      if (attempt >= MAX_ATTEMPTS || (retryAfterMs ?? 0) > MAX_WAIT_MS) throw new ProviderFailure(reason)
      await waitFor(reason, retryAfterMs ?? Math.min(backoffMs * attempt, MAX_BACKOFF_MS), signal)
    }
  }

  async function waitFor(reason: string, waitMs: number, signal: AbortSignal): Promise<void> {
    waiting = { reason, untilMs: Date.now() + waitMs }
    try {
      await sleep(waitMs, undefined, { signal })
    } finally {
      waiting = null
    }
  }

  /** Asks one provider about a work, and stores what it answers. */
  async function ask(
    provider: MetadataProvider,
    workId: number,
    code: WorkCode,
    isForced: boolean,
    signal: AbortSignal,
  ) {
    const position = providers.indexOf(provider)
    const key = { workId, provider: provider.name }
    const before = await repository.findProvided(key)
    let coverUrl = before?.cover_url ?? null
    if (isForced || !before?.data) {
      const finding = await findPatiently(provider, code, signal)
      if (finding.kind === 'notFound') return repository.storeMiss(key, position, Date.now())
      await repository.storeFacts(key, position, finding.facts, Date.now())
      coverUrl = finding.facts.coverUrl
    }
    const isSameCover = before !== undefined && coverUrl === before.cover_url && before.cover_name !== null
    if (coverUrl === null || (isSameCover && !isForced)) return
    const bytes = await provider.downloadCover(coverUrl, signal)
    const name = await writeCover(coverDir, workId, bytes)
    await repository.storeCover(key, name)
    if (before?.cover_name && before.cover_name !== name) await removeCover(coverDir, before.cover_name)
  }

  async function fetchWork({ data, signal }: Job): Promise<void> {
    const { workId, force } = data as { workId: number; force: boolean }
    const work = await repository.findWork(workId)
    const code = work ? parseWorkCode(work.code) : null
    if (!code) return
    const failures: string[] = []
    for (const provider of providers) {
      try {
        await ask(provider, workId, code, force, signal)
      } catch (error) {
        if (!(error instanceof ProviderFailure)) throw error
        failures.push(`${provider.name}: ${error.message}`)
      }
    }
    await refreshWorks(database, [workId], Date.now, retryingConflicts)
    if (failures.length > 0) throw new ProviderFailure(failures.join('; '))
  }

  async function enqueueMissing(): Promise<void> {
    if (!(await isOn())) return
    if ((await repository.enqueueWorks('missing', names, Date.now())) > 0) queue.wake(KIND)
  }

  return {
    /** Works on the jobs from now on. */
    start(): void {
      queue.work(KIND, 1, async (job) => {
        await untilResumed(job.signal)
        await whileLeased(database.write, LEASE, job.signal, () => fetchWork(job))
      })
    },

    /** Called when a scan has stored works: new ones are asked about, once the owner has agreed. */
    lookForNew(): void {
      void enqueueMissing().catch((error: unknown) =>
        log.warn({ err: error }, 'works without metadata could not be queued'),
      )
    },

    async status() {
      const now = Date.now()
      const [on, isPaused, counts, worksPerMinute] = await Promise.all([
        isOn(),
        settings.get('isMetadataPaused'),
        repository.counts(),
        repository.worksPerMinute(now),
      ])
      return {
        isOn: on,
        isConfigured,
        isPaused: isPaused === true,
        providers: providers.map(({ name, host }) => ({ name, host })),
        ...counts,
        worksPerMinute: Math.round(worksPerMinute * 10) / 10,
        secondsLeft: worksPerMinute > 0 ? Math.ceil((counts.waiting / worksPerMinute) * 60) : null,
        delayed: waiting && { reason: waiting.reason, until: new Date(waiting.untilMs).toISOString() },
      }
    },

    /** Agrees to sending codes to the providers, or ends that; what is known stays. */
    async switchOn(isWanted: boolean): Promise<void> {
      await settings.set('fetchesMetadata', isWanted)
      if (isWanted) await enqueueMissing()
      else await repository.cancelWaiting()
    },

    async setPaused(isPaused: boolean): Promise<void> {
      await settings.set('isMetadataPaused', isPaused)
    },

    /** @returns how many works were added to the queue */
    async request(wanted: 'missing' | 'all' | readonly number[]): Promise<number> {
      const added = await repository.enqueueWorks(wanted, names, Date.now())
      queue.wake(KIND)
      return added
    },

    cancel: () => repository.cancelWaiting(),

    async retry(): Promise<number> {
      const retried = await repository.retryFailed()
      queue.wake(KIND)
      return retried
    },

    listFailed: () => repository.listFailed(),

    close(): void {
      for (const provider of providers) provider.close()
    },
  }
}
