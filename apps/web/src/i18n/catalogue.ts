/** A language's texts by namespace, which is a feature's name. */
export type Catalogue = Record<string, Record<string, unknown>>
