/** Names of our caches start with it. */
export const CACHE_PREFIX = 'otodana-'
export const PAGES = `${CACHE_PREFIX}pages`
export const DATA = `${CACHE_PREFIX}data`
export const COVERS = `${CACHE_PREFIX}covers`
/** What belongs to the visitor, and is deleted at logout; the program's own files stay. */
export const CONTENT = [PAGES, DATA, COVERS]

/** Header of a cached answer: when it came, in milliseconds since 1970. Answers of the network have none. */
export const CACHED_AT = 'x-otodana-kept'
