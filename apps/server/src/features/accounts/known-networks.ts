import { storeIfRoom } from '#db/dialect.ts'
import type { Database } from '#db/open.ts'

/** Maximum number per account; those unused the longest are dropped. */
export const MAX_NETWORKS = 50

/** Networks from which members have logged in, shared by all processes. */
export type KnownNetworks = {
  /** Whether the account's owner has logged in from there before. */
  hasSeen(accountId: number, network: string): Promise<boolean>
  /** Whether any member has. */
  isKnown(network: string): Promise<boolean>
  /** Records nothing on a full disk, so that members can still log in. */
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
