import type { Work } from '@otodana/contract'

import { readLanguage } from '#features/settings/index.ts'
import { subtitleLanguageNames } from '#i18n/language-names.ts'
import type { Locale } from '#i18n/locale.ts'
import type { Translate } from '#i18n/translations.ts'

export type SubtitledWork = Pick<Work, 'id' | 'has_subtitle' | 'subtitle_languages'>

/** `short`: for cards, beside a drawn sign; null where the text is short itself. */
type SubtitleMark = { text: string; short: string | null }

/** The mark of a work with subtitles; it names their languages where the page's is none of them. */
export function subtitleMark(
  { has_subtitle, subtitle_languages: languages = [] }: SubtitledWork,
  isOnDevice: boolean,
  t: Translate<'works'>,
  locale: Locale,
): SubtitleMark | null {
  if (!has_subtitle && !isOnDevice) return null
  const isRead = isOnDevice || languages.length === 0 || languages.includes(readLanguage(locale))
  if (isRead) return { text: t('subtitled'), short: null }
  const names = languages.map((language) => subtitleLanguageNames[language] ?? language)
  const [first = '', ...others] = languages
  const one = first === 'en' ? 'EN' : (subtitleLanguageNames[first] ?? first)
  const short = others.length > 0 ? `${one} +${others.length}` : one
  return { text: t('subtitledIn', { languages: names.join(' · ') }), short }
}
