import { setTimeout as sleep } from 'node:timers/promises'

import { canonicalCode, parseWorkCode } from '@otodana/work-code'
import type { FastifyBaseLogger } from 'fastify'

import type { Database } from '#db/open.ts'
import { retryingConflicts } from '#db/retrying-conflicts.ts'
import type { ServerSettings } from '#db/server-settings.ts'
import { refreshWorks } from '#features/metadata/index.ts'
import { AppError } from '#http/errors/app-error.ts'
import { whileLeased } from '#jobs/lease.ts'
import { FinalFailure, type Job, type JobQueue } from '#jobs/queue.ts'

import { removeCover, writeCover } from './cover-files.ts'
import { createFetchRepository, KIND } from './fetch.repository.ts'
import { type MetadataProvider, ProviderFailure } from './provider.ts'

/** Held while requests are sent, and during the pause after them, so that one process at a time asks. */
const LEASE = 'metadata fetch'
const LEASE_POLL_MS = 1_000
const MAX_ATTEMPTS = 3
const BACKOFF_MS = 30_000
const MAX_BACKOFF_MS = 300_000
const WAIT_POLL_MS = 1_000
/** Between two searches for works that scans have added. */
const LOOK_EVERY_MS = 5_000

export type MetadataFetchDeps = {
  database: Database
  queue: JobQueue
  settings: ServerSettings
  /** In the owner's order of trust. */
  providers: readonly MetadataProvider[]
  /** Whether the configuration names the providers, or a command was given, which is consent. */
  isConfigured: boolean
  /** Folder of downloaded covers. */
  coverDir: string
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  /** The wait after the first failure of a provider; it grows with each. */
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
  let looking: Promise<void> | null = null
  let nextLook: NodeJS.Timeout | undefined
  /** Ends the work that this process is looking up. */
  let running = new AbortController()

  async function isOn(): Promise<boolean> {
    if (providers.length === 0) return false
    return isConfigured || (await settings.get('fetchesMetadata')) === true
  }

  const delays = async () => (await settings.get('metadataDelays')) ?? {}

  /** Waits while the lookup is paused, and as long as the provider is left alone. */
  async function untilReady({ name }: MetadataProvider, signal: AbortSignal): Promise<void> {
    for (;;) {
      const waitMs = ((await delays())[name]?.untilMs ?? 0) - Date.now()
      if (waitMs <= 0 && (await settings.get('isMetadataPaused')) !== true) return
      await sleep(waitMs > 0 ? Math.min(waitMs, WAIT_POLL_MS) : WAIT_POLL_MS, undefined, { signal })
    }
  }

  /** Leaves the provider alone for a while, for all works and processes. */
  async function putOff({ name }: MetadataProvider, { message, retryAfterMs }: ProviderFailure): Promise<void> {
    const before = await delays()
    const failures = (before[name]?.failures ?? 0) + 1
    // A date that has passed, perhaps by a wrong clock, is no wish.
    const waitMs = retryAfterMs || Math.min(backoffMs * failures, MAX_BACKOFF_MS)
    const delay = { untilMs: Date.now() + waitMs, reason: `${name}: ${message}`, failures }
    await settings.set('metadataDelays', { ...before, [name]: delay })
  }

  async function hasAnswered({ name }: MetadataProvider): Promise<void> {
    const { [name]: delay, ...others } = await delays()
    if (delay) await settings.set('metadataDelays', others)
  }

  /**
   * Sends the requests of one step. A provider that is down is left alone and asked again.
   *
   * @throws {ProviderFailure} every attempt failed, or another one would fail the same way
   */
  async function patiently<T>(provider: MetadataProvider, signal: AbortSignal, step: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      await untilReady(provider, signal)
      const leased = async () => {
        try {
          return await step()
        } finally {
          if (!signal.aborted) await provider.rest(signal)
        }
      }
      try {
        const result = await whileLeased(database.write, LEASE, signal, leased, LEASE_POLL_MS)
        await hasAnswered(provider)
        return result
      } catch (error) {
        if (!(error instanceof ProviderFailure) || !error.isPassing) throw error
        await putOff(provider, error)
        if (attempt >= MAX_ATTEMPTS) throw error
      }
    }
  }

  /**
   * Asks one provider about a work, and stores what it answers.
   *
   * @returns the name of the cover that was replaced
   */
  async function ask(provider: MetadataProvider, workId: number, isForced: boolean, signal: AbortSignal) {
    const position = providers.indexOf(provider)
    const key = { workId, provider: provider.name }
    const before = await repository.findProvided(key)
    const code = parseWorkCode(canonicalCode(workId))
    if (!code) return null
    if (isForced || !before?.data) {
      const finding = await patiently(provider, signal, async () => {
        const found = await provider.find(code, signal)
        if (found.kind === 'tryLater') throw found.failure
        return found
      })
      if (finding.kind === 'notFound') {
        await repository.storeMiss(key, position)
        return null
      }
      await repository.storeFacts(key, position, finding.facts, before)
    }
    const known = await repository.findProvided(key)
    const coverUrl = known?.cover_url ?? null
    if (coverUrl === null || (known?.cover_name && coverUrl === before?.cover_url && !isForced)) return null
    const bytes = await patiently(provider, signal, () => provider.downloadCover(coverUrl, signal))
    if (bytes === null) {
      if (!known?.cover_name) await repository.storeNoCover(key)
      return null
    }
    const name = await writeCover(coverDir, `${workId}-${provider.name}`, bytes)
    await repository.storeCover(key, name)
    return before?.cover_name && before.cover_name !== name ? before.cover_name : null
  }

  async function fetchWork({ data, signal }: Job): Promise<void> {
    const { workId, force } = data as { workId: number; force: boolean }
    // Consent may have been withdrawn since.
    if (!(await isOn()) || !(await repository.isPresent(workId))) return
    const failures: string[] = []
    const replaced: string[] = []
    for (const provider of providers) {
      try {
        const cover = await ask(provider, workId, force, signal)
        if (cover !== null) replaced.push(cover)
      } catch (error) {
        if (!(error instanceof ProviderFailure)) throw error
        failures.push(`${provider.name}: ${error.message}`)
      }
    }
    await refreshWorks(database, [workId], Date.now, retryingConflicts)
    for (const name of replaced) if (!(await repository.isCoverUsed(name))) await removeCover(coverDir, name)
    if (failures.length > 0) throw new FinalFailure(failures.join('; '))
  }

  /** What an administrator starts or ends begins without an old pause or delay. */
  async function startOver(): Promise<void> {
    await settings.set('isMetadataPaused', false)
    await settings.set('metadataDelays', {})
  }

  async function cancelWaiting(): Promise<number> {
    await startOver()
    const cancelled = await repository.cancelWaiting()
    // Another process notices at its next heartbeat.
    running.abort(new Error('The lookup was cancelled'))
    return cancelled
  }

  /** Works on jobs that were added, and remembers how many the lookup began with. */
  async function begin(added: number): Promise<void> {
    if (added === 0) return
    const { waiting } = await repository.counts()
    const earlier = waiting > added ? ((await settings.get('metadataQueued')) ?? 0) : 0
    await settings.set('metadataQueued', earlier + added)
    queue.wake(KIND)
  }

  async function mustBeOn(): Promise<void> {
    if (!(await isOn())) throw new AppError('metadata.off')
  }

  async function enqueueNew(): Promise<void> {
    if (!(await isOn()) || (await settings.get('looksUpNewWorks')) === false) return
    await begin(await repository.enqueueWorks('missing', names, Date.now()))
  }

  return {
    /** Works on the jobs from now on. */
    start(): void {
      const reordered = repository
        .reorder(names)
        .catch((error: unknown) => log.warn({ err: error }, 'stored metadata could not be reordered'))
      queue.work(KIND, 1, async (job) => {
        await reordered
        running = new AbortController()
        await fetchWork({ ...job, signal: AbortSignal.any([job.signal, running.signal]) })
      })
    },

    /** Called when a scan has stored works: new ones are asked about, once the owner has agreed. */
    lookForNew(): void {
      nextLook ??= setTimeout(() => {
        nextLook = undefined
        looking = (looking ?? Promise.resolve())
          .then(enqueueNew)
          .catch((error: unknown) => log.warn({ err: error }, 'works without metadata could not be queued'))
      }, LOOK_EVERY_MS)
    },

    async status() {
      const now = Date.now()
      const [on, isPaused, looksUpNew, counts, queued, worksPerMinute, secondsPerWork, allDelays] = await Promise.all([
        isOn(),
        settings.get('isMetadataPaused'),
        settings.get('looksUpNewWorks'),
        repository.counts(),
        settings.get('metadataQueued'),
        repository.worksPerMinute(now),
        repository.secondsPerWork(),
        delays(),
      ])
      const delay = Object.values(allDelays).find(({ untilMs }) => untilMs > now)
      return {
        isOn: on,
        isConfigured,
        isPaused: isPaused === true,
        looksUpNew: looksUpNew !== false,
        providers: providers.map(({ name, host }) => ({ name, host })),
        ...counts,
        queued: counts.waiting === 0 ? 0 : Math.max(queued ?? 0, counts.waiting),
        worksPerMinute: Math.round(worksPerMinute * 10) / 10,
        secondsLeft: worksPerMinute > 0 ? Math.ceil((counts.waiting / worksPerMinute) * 60) : null,
        secondsPerWork,
        delayed: delay ? { reason: delay.reason, until: new Date(delay.untilMs).toISOString() } : null,
      }
    },

    /** Agrees to sending codes to the providers, or ends that; what is known stays. */
    async switchOn(isWanted: boolean): Promise<void> {
      await settings.set('fetchesMetadata', isWanted)
      await settings.set('looksUpNewWorks', true)
      if (isWanted) await enqueueNew()
      else await cancelWaiting()
    },

    async setPaused(isPaused: boolean): Promise<void> {
      await settings.set('isMetadataPaused', isPaused)
    },

    /**
     * Looks works up.
     *
     * @returns how many works were added to the queue
     * @throws {AppError} `metadata.off`: the owner has not agreed
     */
    async request(wanted: 'missing' | 'all' | readonly number[]): Promise<number> {
      await mustBeOn()
      await startOver()
      if (typeof wanted === 'string') await settings.set('looksUpNewWorks', true)
      const added = await repository.enqueueWorks(wanted, names, Date.now())
      await begin(added)
      return added
    },

    /** Removes the works that wait, and leaves new ones alone until the next request. */
    async cancel(): Promise<number> {
      await settings.set('looksUpNewWorks', false)
      return cancelWaiting()
    },

    /** @throws {AppError} `metadata.off` */
    async retry(): Promise<number> {
      await mustBeOn()
      const retried = await repository.retryFailed()
      await begin(retried)
      return retried
    },

    listFailed: () => repository.listFailed(),

    async close(): Promise<void> {
      clearTimeout(nextLook)
      await looking
      for (const provider of providers) provider.close()
    },
  }
}
