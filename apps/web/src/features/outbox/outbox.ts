import { apiSession, presentAccount } from '#features/accounts/index.ts'
import { useConnection, watched } from '#features/offline/index.ts'
import { createApi } from '#lib/api/api.ts'
import { storedName } from '#lib/base-path.ts'
import { randomUuid } from '#lib/browser/random-uuid.ts'
import { useUnsent } from '#lib/unsent.store.ts'

import { sendWrite } from './queue/calls.ts'
import { createOutboxDatabase } from './queue/outbox-database.ts'
import { createOutboxSender } from './queue/outbox-sender.ts'
import { asGivenUp, asKept, asRetried } from './queue/outcome.ts'
import type { NewWrite, Waiting } from './queue/waiting.ts'
import { noteWaiting, useOutbox } from './waiting.store.ts'

/** A request that does not end would keep all others from being sent. */
const LONGEST_CALL_MS = 30_000

const database = createOutboxDatabase()
const api = createApi({ fetch: watched(limited), caller: apiSession })
const lock = storedName('otodana-outbox')
const sentListeners = new Set<(count: number) => void>()

/** While the member waits for an attempt. */
let isAsked = false

const sender = createOutboxSender({
  database,
  account: () => (useConnection.getState().reach === 'away' && !isAsked ? null : presentAccount()),
  send: ({ write, key }) => sendWrite(api, write, true, { key }),
  // Missing over plain http. There each tab sends in the same order, and the server recognises what it has.
  exclusively: async (run) => (navigator.locks ? navigator.locks.request(lock, run) : run()),
  onChange: () => changed(presentAccount()),
  onSent: (count) => sentListeners.forEach((listener) => listener(count)),
})

/** The writes that wait on this device, in the page. */
export const outbox = {
  /** @throws {DOMException} it cannot be stored */
  async add(account: number, entry: NewWrite): Promise<void> {
    await database.add(account, entry)
    await changed(account)
    if (entry.isTried) sender.sendSoon()
    else void sender.sendNow()
  },
  /** Reads what waits of the present member, which another tab may have changed. */
  refresh: () => show(presentAccount()),
  sendNow: () => sender.sendNow(),
  /** The same though the server is known to be away: the member asks for it. */
  async tryNow(): Promise<void> {
    isAsked = true
    try {
      await sender.sendNow()
    } finally {
      isAsked = false
    }
  },
  remove: (one: Waiting) => decide(one, () => null),
  /** Sends a refused write again. */
  retry: (one: Waiting) => decide(one, asRetried),
  /** In a conflict, keeps what was done here. */
  keepOwn: (one: Waiting) => decide(one, asKept),
  /** In a conflict, keeps what the server has. */
  giveUp: (one: Waiting) => decide(one, (now) => asGivenUp(now, randomUuid())),
  async clear(account: number): Promise<void> {
    await database.clear(account)
    await changed(account)
  },
  /** @returns a function that unsubscribes */
  onSent(listener: (count: number) => void): () => void {
    sentListeners.add(listener)
    return () => void sentListeners.delete(listener)
  },
}

async function decide(one: Waiting, to: (now: Waiting) => Waiting | null): Promise<void> {
  await database.change(one, to)
  await changed(one.account)
  void sender.sendNow()
}

async function changed(account: number | null): Promise<void> {
  if (account === null) return
  const items = await show(account)
  noteWaiting(account, items.length)
}

/** Shows what waits, if its member is still there. */
async function show(account: number | null): Promise<readonly Waiting[]> {
  const items = account === null ? [] : await database.list(account)
  if (presentAccount() === account) {
    useOutbox.setState({ account, items })
    useUnsent.setState({ count: items.length, isUrgent: items.some(({ state }) => state !== 'waiting') })
  }
  return items
}

async function limited(url: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), LONGEST_CALL_MS)
  try {
    return await fetch(url, { ...init, signal: controller.signal })
  } catch (error) {
    // As if there were no answer, and not as if the caller had cancelled it.
    throw controller.signal.aborted ? new TypeError('No answer in time', { cause: error }) : error
  } finally {
    clearTimeout(timer)
  }
}
