import { hasKept } from './has-kept.ts'
import { openKeptChannel } from './messages.ts'
import { openKept } from './open-database.ts'
import { removeOwner } from './remove-works.ts'
import { keysBelow } from './schema.ts'

/** Returns how much an account keeps in this browser. */
export async function countKept(owner: number): Promise<{ works: number; bytes: number }> {
  if (!hasKept()) return { works: 0, bytes: 0 }
  const sums = await (await openKept()).getAll('sums', keysBelow(owner))
  return { works: sums.length, bytes: sums.reduce((total, { receivedBytes }) => total + receivedBytes, 0) }
}

/** Removes all that an account keeps in this browser, in every tab. */
export async function forgetKept(owner: number): Promise<void> {
  if (!hasKept()) return
  await removeOwner(await openKept(), owner)
  const channel = openKeptChannel()
  channel.postMessage({ type: 'changed', what: 'works' })
  channel.close()
}
