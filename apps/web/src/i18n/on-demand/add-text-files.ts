import type { LocaleTexts } from '../texts.ts'
import { isLocale, type Locale } from '../locale.ts'
import { addTexts } from '../translations.ts'

/**
 * Adds texts that are loaded together with what uses them.
 *
 * @param files  of each namespace, by `../{locale}/{namespace}.json`
 * @returns the same by language
 */
export function addTextFiles(files: Record<string, Record<string, unknown>>): Record<Locale, LocaleTexts> {
  const byLocale: Record<Locale, LocaleTexts> = { en: {}, ja: {}, 'zh-CN': {} }
  for (const [path, texts] of Object.entries(files)) {
    const [, locale, file = ''] = path.split('/')
    if (isLocale(locale)) byLocale[locale][file.slice(0, -'.json'.length)] = texts
  }
  addTexts(byLocale)
  return byLocale
}
