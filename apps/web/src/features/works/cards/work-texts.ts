import type { Tag, Work } from '@otodana/contract'
import { special, type Namespace } from '@otodana/keyword'
import type { Translate } from '#i18n/translations.ts'
import { useLocale, useTranslation } from '#i18n/use-translation.ts'

import { useSettings } from '#features/settings/index.ts'
import type { Locale } from '#i18n/locale.ts'
import { formatCount } from '#lib/format/format-count.ts'
import { hoursAndMinutes } from '#lib/format/format-time.ts'
import { parseUrl } from '#lib/navigation/parse-url.ts'
import { withPlainLetters } from '#lib/navigation/search-params.ts'

import { worksHref } from '../works-search.ts'

const tagLocales = { ja: 'ja-jp', en: 'en-us', 'zh-CN': 'zh-cn' } as const

/** Returns a tag's name in a language, censored if requested and available; otherwise its own name. */
export function tagName(tag: Pick<Tag, 'name' | 'i18n'>, locale: Locale, isCensored: boolean): string {
  const local = tag.i18n[tagLocales[locale]]
  return (isCensored ? local?.censored : undefined) ?? local?.name ?? tag.name
}

/** Names tags as chosen by this visitor. */
export function useTagName(): (tag: Pick<Tag, 'name' | 'i18n'>) => string {
  const isCensored = useSettings(({ showCensoredTag }) => showCensoredTag)
  const locale = useLocale()
  return (tag) => tagName(tag, locale, isCensored)
}

/**
 * Value of `data-plain-tag` for elements with tag names: styles hide them on the server's page until they are
 * rewritten, if the device wants censored names.
 */
export function plainTagMark(isCensored: boolean): '' | undefined {
  return isCensored ? undefined : ''
}

export function usePlainTagMark(): '' | undefined {
  return plainTagMark(useSettings(({ showCensoredTag }) => showCensoredTag))
}

/** Returns the URL of the library's search for one circle, tag or voice actor. */
export function termHref(namespace: Namespace, value: string): string {
  return withPlainLetters(worksHref({ keyword: special(namespace, value) }))
}

/** Returns the work's URL at its shop; null if the stored value is no web address. */
export function storefrontUrl({ source_url }: Pick<Work, 'source_url'>): string | null {
  return /^https?:\/\//i.test(source_url) && parseUrl(source_url) ? source_url : null
}

/** The code of a work; null for a folder without one, of which the library only made a number. */
export function codeOf({ id, source_id }: Pick<Work, 'id' | 'source_id'>): string | null {
  return source_id === String(id) ? null : source_id
}

/** Only RJ works from a shop have sales. */
export function hasSales({ source_id, dl_count }: Pick<Work, 'source_id' | 'dl_count'>): boolean {
  return /^RJ/i.test(source_id) && dl_count > 0
}

/** Formats a work's numbers. */
export function workTexts(t: Translate<'works'>) {
  return {
    duration(durationSeconds: number): string | null {
      if (durationSeconds <= 0) return null
      if (durationSeconds < 60) return t('duration.seconds', { seconds: Math.round(durationSeconds) })
      const { hours, minutes } = hoursAndMinutes(durationSeconds)
      if (hours === 0) return t('duration.minutes', { minutes })
      return minutes === 0 ? t('duration.wholeHours', { hours }) : t('duration.hours', { hours, minutes })
    },
    price(priceJpy: number): string {
      return priceJpy === 0 ? t('free') : t('price', { formatted: formatCount(priceJpy) })
    },
    reviews(count: number): string {
      return t('reviews', { count, formatted: formatCount(count) })
    },
    sales(count: number): string {
      return t('sales', { formatted: formatCount(count) })
    },
  }
}

export function useWorkTexts() {
  return workTexts(useTranslation('works').t)
}
