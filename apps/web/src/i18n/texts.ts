/** A language's texts by namespace, which is a feature's name. */
export type LocaleTexts = Record<string, Record<string, unknown>>
