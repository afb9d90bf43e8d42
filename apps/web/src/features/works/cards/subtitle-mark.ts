import type { Work } from '@otodana/contract'

import { readLanguage } from '#features/settings/index.ts'
import { subtitleLanguageNames } from '#i18n/language-names.ts'
import type { Locale } from '#i18n/locale.ts'
import type { Translate } from '#i18n/translations.ts'

export type SubtitledWork = Pick<Work, 'id' | 'has_subtitle' | 'subtitle_languages'>

/** The mark of a work with subtitles; it names their languages where the page's is none of them. */
export function subtitleMark(
  { has_subtitle, subtitle_languages: languages = [] }: SubtitledWork,
  isOnDevice: boolean,
  t: Translate<'works'>,
  locale: Locale,
): string | null {
  if (isOnDevice) return t('subtitled')
  if (!has_subtitle) return null
  if (languages.length === 0 || languages.includes(readLanguage(locale))) return t('subtitled')
  const names = languages.map((language) => subtitleLanguageNames[language] ?? language)
  return t('subtitledIn', { languages: names.join(' · ') })
}
