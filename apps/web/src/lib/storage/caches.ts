import { storedName } from '../base-path.ts'

/** Prefix of our caches' names. */
export const CACHE_PREFIX = storedName('otodana-')
export const PAGES = `${CACHE_PREFIX}pages`
export const DATA = `${CACHE_PREFIX}data`
export const COVERS = `${CACHE_PREFIX}covers`
/** The visitor's data, deleted on logout; the app's own files stay. */
export const CONTENT = [PAGES, DATA, COVERS]

/** Header of a cached answer: its time in milliseconds since 1970. Network answers have none. */
export const CACHED_AT = 'x-otodana-kept'
