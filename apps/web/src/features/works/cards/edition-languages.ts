import type { Work } from '@otodana/contract'

import { languageNames } from '#i18n/language-names.ts'

type Editions = Pick<Work, 'language' | 'translation_info' | 'other_language_editions_in_db'>

/** Returns a work's language. Other clients' fields do not name that of an original. */
export function languageOf({ language, translation_info }: Editions): string {
  return language ?? translation_info.lang ?? 'JPN'
}

/** Returns the languages of a work's editions in the library, its own included, each once, in a fixed order. */
export function editionLanguages(work: Editions): string[] {
  const languages = new Set([languageOf(work), ...work.other_language_editions_in_db.map(({ lang }) => lang)])
  return [...languages].sort((a, b) => placeOf(a) - placeOf(b))
}

/** In the order of their names; languages that are not known come last. */
export function placeOf(language: string): number {
  const place = Object.keys(languageNames).indexOf(language)
  return place === -1 ? Infinity : place
}
