import type { Work } from '@otodana/contract'

import type { Locale } from '#i18n/locale.ts'

type Title = { title: string; lang: string | undefined }

const titleLanguages = { ja: 'ja', en: 'en', 'zh-CN': 'zh' } as const

/**
 * Returns the title in the visitor's language, and the original if that is another. A title that is none of the known
 * translations, such as an edited one, is shown in every language.
 */
export function titlesOf({ title, facts }: Work, locale: Locale): { shown: Title; original: Title | null } {
  const titles = Object.entries(facts?.titles ?? {})
  const lang = titles.find(([, text]) => text === title)?.[0]
  const own = { title, lang }
  const local = lang && facts?.titles[titleLanguages[locale]]
  if (!local || local === title) return { shown: own, original: null }
  return { shown: { title: local, lang: titleLanguages[locale] }, original: own }
}
