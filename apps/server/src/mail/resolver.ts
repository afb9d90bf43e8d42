import { Resolver } from 'node:dns/promises'

/** Rejects as `dns.resolve` does. */
export type Resolve = (name: string, type: string) => Promise<string[] | string[][]>

type Patience = { timeoutMs: number; tries: number }

/** With one question: so long for the first try, and longer for the next. */
export const PATIENCE: Readonly<Patience> = { timeoutMs: 3_000, tries: 2 }
/** After it nothing more is asked about a mail: whoever sends it waits, and may have made its names slow. */
const DEADLINE_MS = 20_000

/**
 * Asks name servers about one mail.
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
      if (Date.now() >= endsAtMs) throw Object.assign(new Error('The answers took too long'), { code: 'ETIMEOUT' })
      // Of several questions one resolver learns how fast answers are, and waits for none that takes a second longer.
      const resolver = new Resolver({ timeout: timeoutMs, tries })
      if (servers.length > 0) resolver.setServers(servers)
      return (await resolver.resolve(name, type)) as string[] | string[][]
    }
  }
}
