import { createHmac } from 'node:crypto'

import type { Database } from '#db/open.ts'
import type { Account } from '#http/gate.ts'
import { networkOf } from '#http/visitor/network-of.ts'

/** Whose history something is, and who vouches for it. */
export type Listener = {
  id: string
  /** Stands for the network it comes from; null: the account whose listener it is. */
  network: string | null
}

/** Who asks, or tells. */
export type Asker = { account: Account | null; address: string }

export type Listeners = {
  /**
   * Returns the listener that an id stands for. A member is always the account, whatever id the client sends. An account's id
   * sent by others gives no access to the account: with their network it makes a listener, and so does the guest's.
   *
   * @param uuid  in any case; empty: unknown
   */
  of(uuid: string, asker: Asker): Promise<Listener | null>
  /** Null: there is no such account. */
  ofAccount(accountId: number): Promise<string | null>
}

/** @param secret  what networks are told apart by without being known */
export function createListeners({ read }: Pick<Database, 'read'>, secret: string): Listeners {
  const key = createHmac('sha256', secret).update('otodana listening').digest()
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url').slice(0, 22)

  async function ofAccount(accountId: number): Promise<string | null> {
    const row = await read
      .selectFrom('account')
      .select('recommender_uuid')
      .where('id', '=', accountId)
      .executeTakeFirst()
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
