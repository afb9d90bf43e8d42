import { storeIfRoom } from '#db/dialect.ts'
import type { Database } from '#db/open.ts'

/** Of one account; of more, those that were seen the longest ago are forgotten. */
export const MAX_NETWORKS = 50

/** Where accounts' owners have logged in. Several processes share what they know. */
export type KnownNetworks = {
  /** Whether the account's owner has logged in there before. */
  hasSeen(accountId: number, network: string): Promise<boolean>
  /** Whether any account's owner has. */
  isKnown(network: string): Promise<boolean>
  /** On a full disk nothing is noted: members log in all the same. */
  note(accountId: number, network: string): Promise<void>
}

export function createKnownNetworks({ read, write }: Database): KnownNetworks {
  return {
    async hasSeen(accountId, network) {
      const row = await read
        .selectFrom('known_network')
        .select('account_id')
        .where('account_id', '=', accountId)
        .where('network', '=', network)
        .executeTakeFirst()
      return row !== undefined
    },

    async isKnown(network) {
      const row = await read
        .selectFrom('known_network')
        .select('account_id')
        .where('network', '=', network)
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },

    async note(accountId, network) {
      const seen = { seen_at_ms: Date.now() }
      const noted = write
        .insertInto('known_network')
        .values({ account_id: accountId, network, ...seen })
        .onConflict((conflict) => conflict.columns(['account_id', 'network']).doUpdateSet(seen))
      if (!(await storeIfRoom(() => noted.execute()))) return
      const kept = write
        .selectFrom('known_network')
        .select('network')
        .where('account_id', '=', accountId)
        .orderBy('seen_at_ms', 'desc')
        .orderBy('network')
        .limit(MAX_NETWORKS)
      await write
        .deleteFrom('known_network')
        .where('account_id', '=', accountId)
        .where('network', 'not in', kept)
        .execute()
    },
  }
}
