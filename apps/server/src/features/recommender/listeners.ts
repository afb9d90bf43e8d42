import { createHmac } from 'node:crypto'

import type { Database, Db } from '#db/open.ts'
import type { Account } from '#http/gate.ts'
import { networkOf } from '#http/visitor/network-of.ts'

/** The owner of a history, and what vouches for it. */
export type Listener = {
  id: string
  /** A hash of the network; null: the account's own listener. */
  network: string | null
}

/** The client of a request. */
export type Requester = { account: Account | null; address: string }

export type Listeners = {
  /**
   * Returns the listener of an id. A member is always the account, whatever id the client sends. An account's id sent
   * by others gives no access to the account: combined with their network it is another listener, and so is the
   * guest's.
   *
   * @param uuid  in any case; empty: unknown
   */
  of(uuid: string, asker: Requester): Promise<Listener | null>
  /** Null: no such account. */
  ofAccount(accountId: number, db?: Db): Promise<string | null>
}

/** @param secret  key for hashing networks */
export function createListeners({ read }: Pick<Database, 'read'>, secret: string): Listeners {
  const key = createHmac('sha256', secret).update('otodana listening').digest()
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url').slice(0, 22)

  async function ofAccount(accountId: number, db: Db = read): Promise<string | null> {
    const row = await db.selectFrom('account').select('recommender_uuid').where('id', '=', accountId).executeTakeFirst()
    return row?.recommender_uuid ?? null
  }

  return {
    ofAccount,

    async of(uuid, { account, address }) {
      const asked = uuid.toLowerCase()
      if (account !== null && account.group !== 'guest') {
        const id = await ofAccount(account.id)
        return id === null ? null : { id, network: null }
      }
      if (asked === '') return null
      const network = networkOf(address)
      const owner = await read
        .selectFrom('account')
        .select('id')
        .where('recommender_uuid', '=', asked)
        .executeTakeFirst()
      return { id: owner ? `stranger ${sign(`${asked} ${network}`)}` : asked, network: sign(network) }
    },
  }
}
