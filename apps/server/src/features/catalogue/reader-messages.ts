import type { CatalogueChange } from '@otodana/catalogue'

/** Pages that wait to be taken: a few, because they are copies of all that is read. */
export const AHEAD = 4

/** A page, or `end` after the last one. */
export type FromReader = CatalogueChange[] | 'end'
