import { ApiError, isForeign, isPassing } from '#lib/api/api.ts'

import type { OutboxDatabase } from './outbox-database.ts'
import { asChangedSince, asRefused, asTried, nextOf } from './outcome.ts'
import type { Waiting } from './waiting.ts'

/** Delay after the first failure; doubles with each. */
export const RETRY_MS = 15_000
const LONGEST_DELAY_MS = 5 * 60_000
/** A proxy that answers so often while the server is there means the write, not the connection. */
const FOREIGN_TRIES = 3

type Deps = {
  database: Pick<OutboxDatabase, 'list' | 'change'>
  /** The account that is logged in; null: none, unknown, or the server is known to be away. */
  account(): number | null
  /** @throws {ApiError} */
  send(one: Waiting): Promise<unknown>
  /** Runs a function while no other tab of the browser does. */
  exclusively(run: () => Promise<void>): Promise<void>
  /** Called after each change of what waits. */
  onChange(): void | Promise<void>
  /** Called at the end, if anything was sent. */
  onSent(count: number): void
}

/** Sends what waits, one write after the other and from one tab, until nothing is left that can be sent. */
export function createOutboxSender({ database, account, send, exclusively, onChange, onSent }: Deps) {
  let running: Promise<void> | undefined
  let isWanted = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  /** How often a proxy answered each write, by key. */
  const foreign = new Map<string, number>()

  async function sendAll(): Promise<void> {
    const owner = account()
    if (owner === null) return
    const isStill = () => account() === owner
    let sent = 0
    while (isStill()) {
      const next = nextOf(await database.list(owner))
      if (!next) break
      // From here on the server may have it, also if this tab ends now.
      const tried = await database.change(next, asTried)
      if (!tried || !isStill()) continue
      const outcome = await sendOne(tried)
      if (outcome === 'later') break
      if (outcome === 'sent') sent++
      await onChange()
    }
    if (sent > 0) onSent(sent)
  }

  /** @returns `settled`: the server does not accept it as it is; `later`: nothing can be sent at present */
  async function sendOne(one: Waiting): Promise<'sent' | 'settled' | 'later'> {
    try {
      await send(one)
      failures = 0
      await database.change(one, () => null)
      return 'sent'
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const { status, key, message, details, present, retryAfterSeconds } = error
      if (isPassing(error) || status === 429 || isForeignYet(one, error)) return sendLater(retryAfterSeconds ?? 0)
      // It waits until its member is logged in again.
      if (status === 401) return 'later'
      await database.change(one, (now) =>
        present && key === 'write.changedSince'
          ? asChangedSince(now, present)
          : asRefused(now, { status, key, message, details }),
      )
      return 'settled'
    }
  }

  /** While all is answered by a proxy, as in a hotspot, the server counts as away, and nothing is tried. */
  function isForeignYet({ key }: Waiting, error: ApiError): boolean {
    if (!isForeign(error)) return false
    const tries = (foreign.get(key) ?? 0) + 1
    foreign.set(key, tries)
    return tries < FOREIGN_TRIES
  }

  function sendLater(leastSeconds: number): 'later' {
    sendIn(Math.max(leastSeconds * 1_000, Math.min(RETRY_MS * 2 ** failures++, LONGEST_DELAY_MS)))
    return 'later'
  }

  function sendIn(delayMs: number) {
    clearTimeout(timer)
    timer = setTimeout(() => void sendNow(), delayMs)
  }

  async function run() {
    try {
      while (isWanted) {
        isWanted = false
        await exclusively(sendAll)
      }
    } catch (error) {
      // Storage that fails: what was sent is sent again on the next visit, and the server recognises it.
      if (!(error instanceof DOMException)) throw error
    } finally {
      // At once, so that no call comes between the end of the loop and this.
      running = undefined
    }
  }

  /** Sends at once; a call during another one is made after it. */
  function sendNow(): Promise<void> {
    clearTimeout(timer)
    isWanted = true
    running ??= run()
    return running
  }

  return {
    sendNow,
    /** A write was tried, and had no answer. */
    sendSoon: (): void => sendIn(RETRY_MS),
  }
}
