import { Resolver } from 'node:dns/promises'

/** Rejects as `dns.resolve` does. */
export type Resolve = (name: string, type: string) => Promise<string[] | string[][]>

type Patience = { timeoutMs: number; tries: number }

/** The timeout of a query's first try; later ones take longer. */
export const PATIENCE: Readonly<Patience> = { timeoutMs: 3_000, tries: 2 }
/** Limit for all queries about one mail, because the peer is waiting, and may control slow name servers. */
const DEADLINE_MS = 20_000

/**
 * Creates a resolver for one mail.
 *
 * @param servers  `address` or `address:port`; empty: the system's
 */
export function createResolve(
  servers: readonly string[],
  { timeoutMs, tries }: Readonly<Patience> = PATIENCE,
): () => Resolve {
  return () => {
    const endsAtMs = Date.now() + DEADLINE_MS
    return async (name, type) => {
      if (Date.now() >= endsAtMs) throw Object.assign(new Error('DNS queries took too long'), { code: 'ETIMEOUT' })
      // A new resolver for each query: a shared one adapts its timeout to fast answers, and gives up on one that takes
      // a second longer.
      const resolver = new Resolver({ timeout: timeoutMs, tries })
      if (servers.length > 0) resolver.setServers(servers)
      return (await resolver.resolve(name, type)) as string[] | string[][]
    }
  }
}
