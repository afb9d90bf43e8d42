import { presentAccount } from '#features/accounts/index.ts'
import { useConnection } from '#features/offline/index.ts'
import { type Api, isUnanswered } from '#lib/api/api.ts'
import { randomUuid } from '#lib/browser/random-uuid.ts'

import { type AnswerTo, sendWrite } from './queue/calls.ts'
import { isBehind, type Write } from './queue/writes.ts'
import { loadOutbox } from './load-outbox.ts'
import { useOutbox } from './waiting.store.ts'

/**
 * Sends a member's write; if the server cannot be reached, keeps it on this device until it can be.
 *
 * @param call  makes the call where it is not that of the write itself
 * @returns the answer; null: it waits
 * @throws {ApiError} the server refused it, or there was no answer and this device cannot keep it
 */
export async function sendOrWait<W extends Write, A = AnswerTo<W>>(
  api: Api,
  write: W,
  call?: (key: string) => Promise<A>,
): Promise<A | null> {
  const key = randomUuid()
  const send = () => (call ? call(key) : (sendWrite(api, write, false, { key }) as Promise<A>))
  const account = presentAccount()
  if (account === null) return send()

  if (!mustWait(account, write)) {
    try {
      return await send()
    } catch (error) {
      // The key names one call: another one needs its own.
      const isKept = isUnanswered(error) && (await keep(account, write, call ? randomUuid() : key, true))
      if (!isKept) throw error
      return null
    }
  }
  return (await keep(account, write, key, false)) ? null : send()
}

/** Whether it would overtake a write of the same subject, or the server is known to be away. */
function mustWait(account: number, write: Write): boolean {
  const { account: owner, items } = useOutbox.getState()
  const isWaited = owner === account && items.some((one) => one.state !== 'refused' && isBehind(write, one.write))
  return isWaited || useConnection.getState().reach === 'away'
}

/** @returns false if this device cannot keep it */
async function keep(account: number, write: Write, key: string, isTried: boolean): Promise<boolean> {
  try {
    const { outbox } = await loadOutbox()
    await outbox.add(account, { write, key, isTried, madeMs: Date.now() })
    return true
  } catch {
    // No storage, no room, or this part of the app is not there.
    return false
  }
}

/**
 * Takes a write back that has not been tried.
 *
 * @returns false if it is not there, or the server may have it
 */
export async function takeBack(isIt: (write: Write) => boolean): Promise<boolean> {
  const one = useOutbox.getState().items.find((each) => !each.isTried && isIt(each.write))
  if (!one) return false
  const { outbox } = await loadOutbox()
  await outbox.remove(one)
  return !useOutbox.getState().items.some(({ id }) => id === one.id)
}

/** Removes what waits of an account, which is never sent then. */
export async function forgetWaiting(account: number): Promise<void> {
  const { outbox } = await loadOutbox()
  await outbox.clear(account)
}
