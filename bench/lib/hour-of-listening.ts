/**
 * What the app of a member asks for in an hour of listening: three works found by lists and opened, positions every 15
 * seconds, history every minute.
 */
const HOUR = {
  'a list': 20,
  'a work': 6,
  'its tracks': 6,
  'its positions': 6,
  'begun works': 2,
  'a position saved': 240,
  'history saved': 60,
  'listening reported': 12,
  'a rating': 1,
} as const
const WRITES: ReadonlySet<Kind> = new Set(['a position saved', 'history saved', 'listening reported', 'a rating'])

export type Kind = keyof typeof HOUR
/** CPU time in microseconds that one request of a kind costs all servers, and the database. */
export type Costs = Map<Kind, { node: number; database: number }>

/**
 * Returns what an hour of a member's listening costs, in milliseconds of CPU time.
 *
 * @param alone     costs with one server
 * @param together  costs with `servers` of them, of which each reads what a rating changed
 * @param sizes     `many`: the number of servers to extrapolate to
 */
export function modelHour(alone: Costs, together: Costs, { servers, many }: { servers: number; many: number }) {
  const costOf = (costs: Costs) => ({ node: sum(costs, 'node'), database: sum(costs, 'database') })
  const [aloneMs, togetherMs] = [costOf(alone), costOf(together)]
  const perServerMicroseconds = (databaseOf(together, 'a rating') - databaseOf(alone, 'a rating')) / (servers - 1)
  return {
    aloneMs,
    togetherMs,
    /** Of the database's work: what replicas could take over. */
    readShare: sum(together, 'database', (kind) => !WRITES.has(kind)) / togetherMs.database,
    perServerMicroseconds,
    databaseOfManyMs: aloneMs.database + ((many - 1) * perServerMicroseconds * HOUR['a rating']) / 1_000,
  }
}

function sum(costs: Costs, of: 'node' | 'database', counts: (kind: Kind) => boolean = () => true): number {
  let microseconds = 0
  for (const [kind, cost] of costs) if (counts(kind)) microseconds += cost[of] * HOUR[kind]
  return microseconds / 1_000
}

function databaseOf(costs: Costs, kind: Kind): number {
  const cost = costs.get(kind)
  if (!cost) throw new Error(`the cost of ${kind} is missing`)
  return cost.database
}
