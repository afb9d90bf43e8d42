import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

import type { Locale } from '#i18n/locale.ts'
import { useLocale } from '#i18n/use-translation.ts'
import { subtitleLanguagesQuery } from '#lib/queries/subtitle-languages-query.ts'

import { useSettings } from './settings.store.ts'

/** The language that a listener certainly reads: the page's. */
export const readLanguage = (locale: Locale) => (locale === 'zh-CN' ? 'zh' : locale)

/** Whether a language has marks of subtitles whatever is chosen, as clients of this family have. */
export const hasSubtitleMarks = (locale: Locale) => locale === 'zh-CN'

/**
 * Whether works with subtitles are marked, and lists can be narrowed to them: always in Chinese; in other languages as
 * chosen on this device, by default if there are subtitles to read, in the library or on this device.
 *
 * The document has an attribute for styles: pages have marks and filter in any case, and nothing moves.
 */
export function useSubtitleMarks(): boolean {
  const locale = useLocale()
  const { api } = useRouter().options.context
  const chosen = useSettings(({ showSubtitled }) => showSubtitled)
  const hasOwn = useSettings(({ localSubtitledWorks }) => localSubtitledWorks.length > 0)
  const isSure = hasSubtitleMarks(locale)
  const { data = [] } = useQuery({ ...subtitleLanguagesQuery(api), enabled: !isSure })
  return isSure || (chosen ?? (hasOwn || data.includes(readLanguage(locale))))
}
