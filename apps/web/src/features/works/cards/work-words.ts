import type { Tag, Work } from '@otodana/contract'
import { useMemo } from 'react'

import { useSettings } from '#features/settings/index.ts'
import type { Locale } from '#i18n/locale.ts'
import type { Translate } from '#i18n/translations.ts'
import { useTranslation } from '#i18n/use-translation.ts'

import { plainTagMark, tagName, workTexts } from './work-texts.ts'

/** Everything that a work is described with, in the visitor's language and as the visitor wants it. */
export type WorkWords = {
  t: Translate<'works'>
  locale: Locale
  texts: ReturnType<typeof workTexts>
  tagName: (tag: Pick<Tag, 'name' | 'i18n'>) => string
  /** See `plainTagMark`. */
  plain: '' | undefined
  /** Whether it is marked as subtitled: the library's subtitles are Chinese, so is the mark; those of this device count. */
  isSubtitled: (work: Pick<Work, 'id' | 'has_subtitle'>) => boolean
}

/**
 * The same object until something in it changes. Call it once for many works: a hundred cards that each call it ten times
 * take a third longer to render.
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
