import { DEVICE } from '../storage/device-owner.ts'
import type { KeptDatabase, Visitor } from './schema.ts'

/** Returns whose works a visitor may have: their own, and what is kept without an account. */
export function ownersFor({ owner, isClosed }: Pick<Visitor, 'owner' | 'isClosed'>): number[] {
  if (owner === null) return [DEVICE]
  if (owner !== DEVICE) return [owner, DEVICE]
  // Only members have access to the library, and there is no member.
  return isClosed ? [] : [DEVICE]
}

/** Returns whose works the present visitor may have, as the page last stored it. */
export async function presentOwners(db: KeptDatabase): Promise<number[]> {
  return ownersFor((await db.get('facts', 'visitor')) ?? { owner: DEVICE, isClosed: false })
}

/** Whether a work is kept that the present visitor may have. */
export async function isWorkKept(db: KeptDatabase, workId: number): Promise<boolean> {
  for (const owner of await presentOwners(db)) {
    if ((await db.getKey('works', [owner, workId])) !== undefined) return true
  }
  return false
}
