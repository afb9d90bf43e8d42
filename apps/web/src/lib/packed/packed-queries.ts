import type { QueryClient, QueryKey, QueryMeta } from '@tanstack/react-query'

import { pack, type Packable } from './pack.ts'
import { unpack } from './unpack.ts'

type PackedQuery = [key: QueryKey, data: unknown, meta: QueryMeta | undefined]

/** Packs what has been loaded. Of a query's state a page needs its data alone. */
export function packQueries(client: QueryClient): string {
  const loaded = client.getQueryCache().findAll({ predicate: ({ state }) => state.status === 'success' })
  return pack(loaded.map(({ queryKey, state, meta }): PackedQuery => [queryKey, state.data, meta]) as Packable)
}

/**
 * Puts what `packQueries` packed into the cache, as if it had been loaded now: by the server's clock, or on a cached page, data might look
 * old, and would be fetched again at once.
 */
export function unpackQueries(client: QueryClient, packed: string): void {
  for (const [queryKey, data, meta] of unpack(packed) as PackedQuery[])
    client
      .getQueryCache()
      .build(client, { queryKey, ...(meta && { meta }) })
      .setData(data)
}
