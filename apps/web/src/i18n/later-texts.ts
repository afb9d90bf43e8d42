import type { Catalogue } from './catalogue.ts'
import { isLocale, type Locale } from './locale.ts'
import { addTexts } from './translations.ts'

// The texts of screens that nobody arrives at, in all languages: they come with those screens' own chunk. A screen that
// uses them imports this file.
const files = import.meta.glob<Record<string, unknown>>('./*/{names,search,settings}.json', {
  eager: true,
  import: 'default',
})

export const laterTexts: Record<Locale, Catalogue> = { en: {}, ja: {}, 'zh-CN': {} }
for (const [path, texts] of Object.entries(files)) {
  const [, locale, file = ''] = path.split('/')
  if (isLocale(locale)) laterTexts[locale][file.slice(0, -'.json'.length)] = texts
}
addTexts(laterTexts)
