import type { Tag } from '@otodana/contract'
import { useMemo } from 'react'

import { useSettings } from '#features/settings/index.ts'
import type { Locale } from '#i18n/locale.ts'
import type { Translate } from '#i18n/translations.ts'
import { useTranslation } from '#i18n/use-translation.ts'

import { subtitleMark, type SubtitledWork } from './subtitle-mark.ts'
import { plainTagMark, tagName, workTexts } from './work-texts.ts'

/** Formatters for works, in the visitor's language and settings. */
export type WorkWords = {
  t: Translate<'works'>
  locale: Locale
  texts: ReturnType<typeof workTexts>
  tagName: (tag: Pick<Tag, 'name' | 'i18n'>) => string
  /** See `plainTagMark`. */
  plain: '' | undefined
  /** The mark of a work with subtitles, in the library or on this device; null without. See `useSubtitleMarks`. */
  subtitles: (work: SubtitledWork) => ReturnType<typeof subtitleMark>
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
      subtitles: (work) => subtitleMark(work, onDevice.has(work.id), t, locale),
    }
  }, [t, locale, isCensored, local])
}
