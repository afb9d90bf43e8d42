import type { Tag, Work } from '@otodana/contract'
import { useMemo } from 'react'

import { useSettings } from '#features/settings/index.ts'
import type { Locale } from '#i18n/locale.ts'
import type { Translate } from '#i18n/translations.ts'
import { useTranslation } from '#i18n/use-translation.ts'

import { plainTagMark, tagName, workTexts } from './work-texts.ts'

/** Formatters for works, in the visitor's language and settings. */
export type WorkWords = {
  t: Translate<'works'>
  locale: Locale
  texts: ReturnType<typeof workTexts>
  tagName: (tag: Pick<Tag, 'name' | 'i18n'>) => string
  /** See `plainTagMark`. */
  plain: '' | undefined
  /**
   * Whether it is labelled as subtitled: the library's subtitles are Chinese, so the label depends on the language;
   * those on this device always count.
   */
  isSubtitled: (work: Pick<Work, 'id' | 'has_subtitle'>) => boolean
}

/**
 * Stable until something changes. Call it once for many works: if each of a hundred cards calls it ten times, rendering
 * takes a third longer.
 */
export function useWorkWords(): WorkWords {
  const { t, locale } = useTranslation('works')
  const isCensored = useSettings(({ showCensoredTag }) => showCensoredTag)
  const local = useSettings(({ localSubtitledWorks }) => localSubtitledWorks)
  return useMemo(() => {
    const onDevice = new Set(local)
    return {
      t,
      locale,
      texts: workTexts(t),
      tagName: (tag) => tagName(tag, locale, isCensored),
      plain: plainTagMark(isCensored),
      isSubtitled: ({ id, has_subtitle }) => locale === 'zh-CN' && (has_subtitle || onDevice.has(id)),
    }
  }, [t, locale, isCensored, local])
}
