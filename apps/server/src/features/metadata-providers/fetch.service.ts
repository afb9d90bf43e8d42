import { setTimeout as sleep } from 'node:timers/promises'

import { MAX_SAMPLES, type MetadataFailure, type WorkLookup } from '@otodana/contract'
import { canonicalCode, parseWorkCode } from '@otodana/work-code'
import type { FastifyBaseLogger } from 'fastify'

import type { Database } from '#db/open.ts'
import { retryingConflicts } from '#db/retrying-conflicts.ts'
import type { ServerSettings } from '#db/server-settings.ts'
import { refreshWorks, WorkMetadata } from '#features/metadata/index.ts'
import { AppError, invalidInput } from '#http/errors/app-error.ts'
import { whileLeased } from '#jobs/lease.ts'
import { FinalFailure, type Job, JobLost, type JobQueue } from '#jobs/queue.ts'

import { createFetchRepository, type FetchData, KIND } from './fetch.repository.ts'
import { removePicture, writeCover, writeSample } from './picture-files.ts'
import { type MetadataProvider, ProviderFailure, volatileFields } from './provider.ts'
import { writeBeside } from './write-beside.ts'

/** Held while requests are sent, and during the pause after them, so that one process at a time asks. */
const LEASE = 'metadata fetch'
const LEASE_POLL_MS = 1_000
const MAX_ATTEMPTS = 3
const BACKOFF_MS = 30_000
const MAX_BACKOFF_MS = 300_000
const WAIT_POLL_MS = 1_000
/** Between two searches for works that scans have added. */
const LOOK_EVERY_MS = 5_000
/** Between two searches for works whose sales are due. */
const REFRESH_EVERY_MS = 60 * 60_000
const DAY_MS = 24 * REFRESH_EVERY_MS

export type MetadataFetchDeps = {
  database: Database
  queue: JobQueue
  settings: ServerSettings
  /** In the owner's order of trust. */
  providers: readonly MetadataProvider[]
  /** Whether the configuration names the providers, or a command was given, which is consent. */
  isConfigured: boolean
  /** Folders of downloaded covers and sample pictures. */
  coverDir: string
  sampleDir: string
  /** After how many days sales are asked for again, until an administrator sets it; 0: never. */
  refreshDays: number
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  /** The wait after the first failure of a provider; it grows with each. */
  backoffMs?: number
}

/** `name`: the provider's, or `files`. */
type Failed = { name: string; error: ProviderFailure }

export type MetadataFetch = ReturnType<typeof createMetadataFetch>

/**
 * Fetches metadata from providers, one work a job: a job survives a restart, and one process of a database at a time sends
 * requests. What a provider answers is stored at once; what it does not answer never changes what is known.
 */
export function createMetadataFetch(deps: MetadataFetchDeps) {
  const { database, queue, settings, providers, isConfigured, coverDir, sampleDir, log, backoffMs = BACKOFF_MS } = deps
  const repository = createFetchRepository(database)
  const names = providers.map(({ name }) => name)
  let looking: Promise<void> | null = null
  let nextLook: NodeJS.Timeout | undefined
  let nextSales: NodeJS.Timeout | undefined
  /** Ends the work that this process is looking up. */
  let running = new AbortController()

  /** Whether codes may be sent to a provider once the lookup is on. */
  async function agreement(): Promise<(provider: Pick<MetadataProvider, 'name'>) => boolean> {
    const agreed = isConfigured ? null : await settings.get('metadataProviders')
    return ({ name }) => agreed === null || agreed.includes(name)
  }

  /** The providers that codes may be sent to now. */
  async function activeProviders(): Promise<readonly MetadataProvider[]> {
    if (!isConfigured && (await settings.get('fetchesMetadata')) !== true) return []
    return providers.filter(await agreement())
  }

  const isOn = async () => (await activeProviders()).length > 0
  const activeNames = async () => (await activeProviders()).map(({ name }) => name)

  const delays = async () => (await settings.get('metadataDelays')) ?? {}

  /** The delay of the first provider that is left alone. */
  async function currentDelay(now: number): Promise<WorkLookup['delayed']> {
    const delay = Object.values(await delays()).find(({ untilMs }) => untilMs > now)
    if (!delay) return null
    const { reason, failure = null, untilMs } = delay
    return { reason, failure, until: new Date(untilMs).toISOString(), seconds: Math.ceil((untilMs - now) / 1_000) }
  }

  /** Waits while the lookup is paused, and as long as the provider is left alone. */
  async function untilReady({ name }: MetadataProvider, signal: AbortSignal): Promise<void> {
    for (;;) {
      const waitMs = ((await delays())[name]?.untilMs ?? 0) - Date.now()
      if (waitMs <= 0 && (await settings.get('isMetadataPaused')) !== true) return
      await sleep(waitMs > 0 ? Math.min(waitMs, WAIT_POLL_MS) : WAIT_POLL_MS, undefined, { signal })
    }
  }

  /** Leaves the provider alone for a while, for all works and processes. */
  async function putOff(provider: MetadataProvider, error: ProviderFailure): Promise<void> {
    const { name } = provider
    const before = await delays()
    const failures = (before[name]?.failures ?? 0) + 1
    // A date that has passed, perhaps by a wrong clock, is no wish.
    const waitMs = error.retryAfterMs || Math.min(backoffMs * failures, MAX_BACKOFF_MS)
    const failure = failureOf({ name, error })
    const delay = { untilMs: Date.now() + waitMs, reason: `${name}: ${error.message}`, failure, failures }
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
    const isAsked = isForced || !before?.data
    if (isAsked) {
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
    if (known?.data && (isAsked || known.sample_names === null)) {
      const { samples = [] } = WorkMetadata.parse(JSON.parse(known.data))
      if (provider.findTitles || samples.length > 0) await repository.enqueueExtras(workId)
    }
    const coverUrl = known?.cover_url ?? null
    if (coverUrl === null || (known?.cover_name && coverUrl === before?.cover_url && !isForced)) return null
    const bytes = await patiently(provider, signal, () => provider.downloadPicture(coverUrl, signal))
    if (bytes === null) {
      if (!known?.cover_name) await repository.storeNoCover(key)
      return null
    }
    const name = await writeCover(coverDir, `${workId}-${provider.name}`, bytes)
    await repository.storeCover(key, name)
    return before?.cover_name && before.cover_name !== name ? before.cover_name : null
  }

  async function fetchFacts(workId: number, isForced: boolean, signal: AbortSignal): Promise<void> {
    const replaced: string[] = []
    const failures = await fromEach(async (provider) => {
      const cover = await ask(provider, workId, isForced, signal)
      if (cover !== null) replaced.push(cover)
    })
    await refreshWorks(database, [workId], Date.now, retryingConflicts)
    for (const name of replaced) if (!(await repository.isCoverUsed(name))) await removePicture(coverDir, name)
    if ((await settings.get('writesMetadataFiles')) === true) failures.push(...(await writeFiles(workId)))
    failIfAny(failures)
  }

  async function writeFiles(workId: number): Promise<Failed[]> {
    try {
      await writeBeside(database.read, workId, coverDir)
      return []
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      return [{ name: 'files', error }]
    }
  }

  /** Titles in other languages, and the sample pictures of the first provider that has some. */
  async function fetchExtras(workId: number, signal: AbortSignal): Promise<void> {
    const code = parseWorkCode(canonicalCode(workId))
    let hasSamples = false
    let isChanged = false
    const failures = await fromEach(async (provider) => {
      const key = { workId, provider: provider.name }
      const known = await repository.findProvided(key)
      if (!code || !known?.data) return
      const metadata = WorkMetadata.parse(JSON.parse(known.data))
      if (provider.findTitles) {
        const { findTitles } = provider
        const found = await patiently(provider, signal, () => findTitles(code, metadata, signal))
        if (found) {
          await repository.storeMore(key, 'titles', found)
          isChanged = true
        }
      }
      const addresses = hasSamples ? [] : (metadata.samples ?? []).slice(0, MAX_SAMPLES)
      const names = await downloadSamples(provider, workId, addresses, signal)
      hasSamples ||= names.length > 0
      await repository.storeSamples(key, names)
      const before = known.sample_names === null ? [] : (JSON.parse(known.sample_names) as string[])
      for (const name of before) if (!names.includes(name)) await removePicture(sampleDir, name)
    })
    if (isChanged) await refreshWorks(database, [workId], Date.now, retryingConflicts)
    failIfAny(failures)
  }

  /** One bad picture costs only itself. */
  async function downloadSamples(
    provider: MetadataProvider,
    workId: number,
    addresses: readonly string[],
    signal: AbortSignal,
  ): Promise<string[]> {
    const names: string[] = []
    for (const address of addresses) {
      try {
        const bytes = await patiently(provider, signal, () => provider.downloadPicture(address, signal))
        if (bytes) names.push(await writeSample(sampleDir, `${workId}-${provider.name}`, bytes))
      } catch (error) {
        if (!(error instanceof ProviderFailure) || error.isPassing) throw error
        log.info({ workId, address, reason: error.message }, 'a sample picture is left out')
      }
    }
    return [...new Set(names)]
  }

  /** One that fails waits for its next turn. */
  async function fetchSales(workId: number, signal: AbortSignal): Promise<void> {
    const code = parseWorkCode(canonicalCode(workId))
    await fromEach(async (provider) => {
      const key = { workId, provider: provider.name }
      const known = await repository.findProvided(key)
      if (!code || !known?.data) return
      try {
        const found = await patiently(provider, signal, () => provider.findSales(code, signal))
        if (found) {
          const fields = Object.entries(found.metadata).filter(([name]) =>
            volatileFields.some((field) => field === name),
          )
          await repository.storeMore(key, 'sales', { ...found, metadata: Object.fromEntries(fields) })
        }
      } finally {
        if (!signal.aborted) await repository.storeRefresh(key)
      }
    })
    await refreshWorks(database, [workId], Date.now, retryingConflicts)
  }

  /** Asks all that may be asked. @returns the failures of those that failed */
  async function fromEach(ask: (provider: MetadataProvider) => Promise<void>): Promise<Failed[]> {
    const failed: Failed[] = []
    for (const provider of await activeProviders()) {
      try {
        await ask(provider)
      } catch (error) {
        if (!(error instanceof ProviderFailure)) throw error
        failed.push({ name: provider.name, error })
      }
    }
    return failed
  }

  async function fetchPart({ data, signal }: Job): Promise<void> {
    const { workId, part, force } = data as FetchData
    // Consent may have been withdrawn since.
    if (!(await isOn()) || !(await repository.isPresent(workId))) return
    if (part === 'extras') return fetchExtras(workId, signal)
    if (part === 'sales') return fetchSales(workId, signal)
    return fetchFacts(workId, force, signal)
  }

  const refreshDays = async () => (await settings.get('metadataRefreshDays')) ?? deps.refreshDays

  /** Queues works whose sales are due, at most twice as many as an even pace needs. */
  async function enqueueSales(): Promise<void> {
    const [now, days] = [Date.now(), await refreshDays()]
    const lookedAt = (await settings.get('metadataRefreshedAtMs')) ?? 0
    if (days === 0 || now - lookedAt < REFRESH_EVERY_MS || !(await isOn())) return
    await settings.set('metadataRefreshedAtMs', now)
    const evenly = ((await repository.countKnown()) * REFRESH_EVERY_MS) / (days * DAY_MS)
    const added = await repository.enqueueSales(await activeNames(), now - days * DAY_MS, Math.ceil(2 * evenly))
    if (added > 0) queue.wake(KIND)
  }

  function lookForSales(): void {
    looking = (looking ?? Promise.resolve())
      .then(enqueueSales)
      .catch((error: unknown) => log.warn({ err: error }, 'works with old sales could not be queued'))
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
    running.abort(new JobLost())
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
    await begin(await repository.enqueueWorks('missing', await activeNames(), Date.now()))
  }

  return {
    /** Works on the jobs from now on. */
    start(): void {
      nextSales = setInterval(lookForSales, REFRESH_EVERY_MS)
      lookForSales()
      const reordered = repository
        .reorder(names)
        .catch((error: unknown) => log.warn({ err: error }, 'stored metadata could not be reordered'))
      queue.work(KIND, 1, async (job) => {
        await reordered
        running = new AbortController()
        await fetchPart({ ...job, signal: AbortSignal.any([job.signal, running.signal]) })
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
      const isAgreed = await agreement()
      const [on, isPaused, looksUpNew, counts, queued, worksPerMinute, secondsPerWork, delayed, days, writesFiles] =
        await Promise.all([
          isOn(),
          settings.get('isMetadataPaused'),
          settings.get('looksUpNewWorks'),
          repository.counts(),
          settings.get('metadataQueued'),
          repository.worksPerMinute(now),
          repository.secondsPerWork(),
          currentDelay(now),
          refreshDays(),
          settings.get('writesMetadataFiles'),
        ])
      return {
        isOn: on,
        isConfigured,
        isPaused: isPaused === true,
        looksUpNew: looksUpNew !== false,
        providers: providers.map(({ name, host }) => ({ name, host, isAgreed: isAgreed({ name }) })),
        ...counts,
        queued: counts.waiting === 0 ? 0 : Math.max(queued ?? 0, counts.waiting),
        worksPerMinute: Math.round(worksPerMinute * 10) / 10,
        // The rate of the last minutes says nothing of a lookup that has just begun, or is paused.
        secondsLeft: isPaused === true || secondsPerWork === null ? null : Math.ceil(counts.waiting * secondsPerWork),
        secondsPerWork,
        delayed,
        refreshDays: days,
        writesFiles: writesFiles === true,
      }
    },

    /**
     * Agrees to sending codes to providers, or ends that; what is known stays.
     *
     * @param wanted  the providers' names; all by default
     * @throws {AppError} 400 if there is no such provider
     */
    async switchOn(isWanted: boolean, wanted: readonly string[] = names): Promise<void> {
      const unknown = wanted.find((name) => !names.some((known) => known === name))
      if (unknown !== undefined) throw invalidInput('body', 'providers', 'Must be names of providers', unknown)
      if (isWanted) await settings.set('metadataProviders', [...wanted])
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
      const added = await repository.enqueueWorks(wanted, await activeNames(), Date.now())
      await begin(added)
      return added
    },

    /**
     * Looks one work up before all that wait. A pause stays.
     *
     * @returns how many works were added to the queue: none if it was there
     * @throws {AppError} `metadata.off`
     */
    async requestFirst(workId: number): Promise<number> {
      await mustBeOn()
      await settings.set('metadataDelays', {})
      const added = Number(await repository.enqueueFirst(workId))
      await begin(added)
      return added
    },

    /**
     * Returns how a work's lookup is, or ended.
     *
     * @throws {AppError} `work.notFound`
     */
    async lookup(workId: number): Promise<WorkLookup> {
      const [lookup, isPaused, delayed] = await Promise.all([
        repository.findLookup(workId),
        settings.get('isMetadataPaused'),
        currentDelay(Date.now()),
      ])
      if (!lookup) throw new AppError('work.notFound')
      return { ...lookup, isPaused: isPaused === true, delayed }
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

    async setWritesFiles(isWanted: boolean): Promise<void> {
      await settings.set('writesMetadataFiles', isWanted)
    },

    async setRefreshDays(days: number): Promise<void> {
      await settings.set('metadataRefreshDays', days)
      lookForSales()
    },

    /** How many works providers were asked about since a time (ms since 1970), and had. */
    answeredSince: (sinceMs: number) => repository.answeredSince(sinceMs),

    listFailed: () => repository.listFailed(),
    listNotFound: () => repository.listNotFound(),

    async close(): Promise<void> {
      clearTimeout(nextLook)
      clearInterval(nextSales)
      await looking
      for (const provider of providers) provider.close()
    },
  }
}

function failureOf({ name, error }: Failed): MetadataFailure {
  return { provider: name, code: error.code, params: error.params }
}

/** @throws {FinalFailure} */
function failIfAny(failed: readonly Failed[]): void {
  if (failed.length === 0) return
  const message = failed.map(({ name, error }) => `${name}: ${error.message}`).join('; ')
  throw new FinalFailure(message, failed.map(failureOf))
}
