import { databaseNowMs, type DialectName } from './dialect.ts'
import type { Db } from './open.ts'

/** Latest keys kept of an account. A device that was away longer sends no more than this. */
export const MAX_KEYS = 1_000
export const KEYS_KEPT_MS = 90 * 86_400_000

/** A write that its client may send again, because the answer was lost. */
export type WriteKey = {
  accountId: number
  /** Chosen by the client, and unique among the account's. */
  key: string
  /** Identifies the call, so that a key is not taken for that of another one. */
  digest: string
}

/** The key was used for another call. */
export class KeyReusedError extends Error {}

/** The data differ from what the caller saw, and from what it wants. */
export class ChangedSinceError extends Error {
  readonly present: object

  /** @param present  what is stored now, as the API has it */
  constructor(present: object) {
    super('changed since')
    this.present = present
  }
}

/**
 * Runs a write once for each key: a repeat returns what the first returned, and changes nothing. The key is stored in the
 * write's own transaction, so that a crash loses both or neither; a concurrent repeat waits for the first.
 *
 * @param key  null: it has none, and always runs
 * @param write  returns what is stored as JSON; null if it was refused, which is not remembered
 * @throws {KeyReusedError}
 */
export async function writeOnce<T>(
  tx: Db,
  dialect: DialectName,
  key: WriteKey | null,
  write: () => Promise<T | null>,
): Promise<T | null> {
  if (key === null) return write()
  const { accountId, key: name, digest } = key
  const now = databaseNowMs(dialect)
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('keyed_write')
    .values({ account_id: accountId, key: name, digest, outcome: 'null', at_ms: now })
    .onConflict((conflict) => conflict.columns(['account_id', 'key']).doNothing())
    .executeTakeFirst()
  const isThis = { account_id: accountId, key: name }
  if (numInsertedOrUpdatedRows === 0n) {
    const first = await tx
      .selectFrom('keyed_write')
      .select(['digest', 'outcome'])
      .where((eb) => eb.and(isThis))
      .executeTakeFirstOrThrow()
    if (first.digest !== digest) throw new KeyReusedError(name)
    return JSON.parse(first.outcome) as T
  }
  const outcome = await write()
  if (outcome === null)
    await tx
      .deleteFrom('keyed_write')
      .where((eb) => eb.and(isThis))
      .execute()
  else {
    await tx
      .updateTable('keyed_write')
      .set({ outcome: JSON.stringify(outcome) })
      .where((eb) => eb.and(isThis))
      .execute()
    await forgetOldKeys(tx, dialect, accountId)
  }
  return outcome
}

async function forgetOldKeys(tx: Db, dialect: DialectName, accountId: number): Promise<void> {
  const now = databaseNowMs(dialect)
  await tx
    .deleteFrom('keyed_write')
    .where('account_id', '=', accountId)
    .where((eb) =>
      eb.or([
        eb('at_ms', '<', eb(now, '-', KEYS_KEPT_MS)),
        eb(
          'at_ms',
          '<',
          eb
            .selectFrom('keyed_write as kept')
            .select('kept.at_ms')
            .where('kept.account_id', '=', accountId)
            .orderBy('kept.at_ms', 'desc')
            .offset(MAX_KEYS - 1)
            .limit(1),
        ),
      ]),
    )
    .execute()
}
