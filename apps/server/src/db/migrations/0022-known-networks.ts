import { isIP, isIPv6 } from 'node:net'

import { type Kysely, sql } from 'kysely'

import { databaseNowMs, type DialectName, dialectTypes } from '../dialect.ts'

type Event = { account_id: number; address: string; at_ms: number }
const ROWS_AT_ONCE = 500

/**
 * Networks from which accounts have logged in, which a flood of failed logins cannot evict. Also corrects future times
 * of listening, which would keep new rows from counting.
 */
export async function knownNetworks(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const type = dialectTypes(dialect)
  const { schema } = db

  await schema
    .createTable('known_network')
    .addColumn('account_id', 'integer', (column) => column.notNull().references('account.id').onDelete('cascade'))
    .addColumn('network', 'text', (column) => column.notNull())
    .addColumn('seen_at_ms', type.bigint, (column) => column.notNull())
    .addPrimaryKeyConstraint('known_network_key', ['account_id', 'network'])
    .execute()
  await schema.createIndex('known_network_by_network').on('known_network').column('network').execute()

  const { rows: events } = await sql<Event>`
    select account_id, address, max(at_ms) as at_ms from security_event
    where kind in ('loggedIn', 'registered') and account_id in (select id from account)
    group by account_id, address order by account_id, at_ms`.execute(db)
  const latest = new Map(events.map((event) => [`${event.account_id} ${networkOf(event.address)}`, event]))
  const rows = [...latest.values()].map(
    ({ account_id, address, at_ms }) => sql`(${sql.lit(account_id)}, ${networkOf(address)}, ${sql.lit(at_ms)})`,
  )
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const some = sql.join(rows.slice(at, at + ROWS_AT_ONCE))
    await sql`insert into known_network (account_id, network, seen_at_ms) values ${some}`.execute(db)
  }

  const now = databaseNowMs(dialect)
  for (const [table, column] of [
    ['place', 'at_ms'],
    ['device', 'seen_at_ms'],
    ['listening', 'last_at_ms'],
  ] as const) {
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${now} where ${sql.ref(column)} > ${now}`.execute(db)
  }
}

const IPV4_WITHIN = /^::ffff:(?=\d+\.)/i
const IPV4_WITHIN_AS_HEX = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/

/** Addresses as counted in this release, regardless of later changes of `http/network-of.ts`. */
function networkOf(address: string): string {
  const plain = withoutPort(address).replace(IPV4_WITHIN, '')
  if (!isIPv6(plain)) return plain
  const { hostname } = new URL(`http://[${plain.replace(/%.*$/, '')}]`)
  const bare = hostname.slice(1, -1)
  const [, high, low] = IPV4_WITHIN_AS_HEX.exec(bare) ?? []
  if (high !== undefined && low !== undefined) return ipv4Of(Number.parseInt(high, 16), Number.parseInt(low, 16))
  const [begin = [], end = []] = bare.split('::').map((half) => half.split(':').filter((group) => group !== ''))
  const zeros = Array<string>(8 - begin.length - end.length).fill('0')
  return `${[...begin, ...zeros, ...end].slice(0, 4).join(':')}::/64`
}

function withoutPort(text: string): string {
  const trimmed = text.trim().replace(/^"(.*)"$/, '$1')
  const [, address] = /^\[([^\]]+)\](?::\d*)?$/.exec(trimmed) ?? /^([\d.]+):\d*$/.exec(trimmed) ?? []
  return address !== undefined && isIP(address) !== 0 ? address : trimmed
}

function ipv4Of(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
