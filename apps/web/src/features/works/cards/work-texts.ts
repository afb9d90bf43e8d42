import type { Tag, Work } from '@otodana/contract'
import { special, type Namespace } from '@otodana/keyword'
import type { Translate } from '#i18n/translations.ts'
import { useLocale, useTranslation } from '#i18n/use-translation.ts'

import { useSettings } from '#features/settings/index.ts'
import type { Locale } from '#i18n/locale.ts'
import { formatCount } from '#lib/format/format-count.ts'
import { hoursAndMinutes } from '#lib/format/format-time.ts'
import { parseUrl } from '#lib/navigation/parse-url.ts'

import { worksHref } from '../works-search.ts'

const tagLocales = { ja: 'ja-jp', en: 'en-us', 'zh-CN': 'zh-cn' } as const

/** A tag's name in a language, softened where it is asked for and there is one; its own name where there is none. */
export function tagName(tag: Pick<Tag, 'name' | 'i18n'>, locale: Locale, isCensored: boolean): string {
  const local = tag.i18n[tagLocales[locale]]
  return (isCensored ? local?.censored : undefined) ?? local?.name ?? tag.name
}

/** Names tags as this visitor wants them. */
export function useTagName(): (tag: Pick<Tag, 'name' | 'i18n'>) => string {
  const isCensored = useSettings(({ showCensoredTag }) => showCensoredTag)
  const locale = useLocale()
  return (tag) => tagName(tag, locale, isCensored)
}

/**
 * The value of `data-plain-tag`, for elements that name tags: the server knows no device that wants milder names, so the
 * styles hide there what is marked until they are written.
 */
export function plainTagMark(isCensored: boolean): '' | undefined {
  return isCensored ? undefined : ''
}

export function usePlainTagMark(): '' | undefined {
  return plainTagMark(useSettings(({ showCensoredTag }) => showCensoredTag))
}

/** The library, searched for one circle, tag or voice actor. */
export function termHref(namespace: Namespace, value: string): string {
  return worksHref({ keyword: special(namespace, value) })
}

/** The work's page at its shop; null when what is stored is no web address. */
export function storefrontUrl({ source_url }: Pick<Work, 'source_url'>): string | null {
  return /^https?:\/\//i.test(source_url) && parseUrl(source_url) ? source_url : null
}

/** Sales are counted for RJ works only, and only by a shop. */
export function hasSales({ source_id, dl_count }: Pick<Work, 'source_id' | 'dl_count'>): boolean {
  return /^RJ/i.test(source_id) && dl_count > 0
}

/** A work without metadata has the price 0 too: only one that was sold was really free. */
export function isPriceKnown({ price, dl_count }: Pick<Work, 'price' | 'dl_count'>): boolean {
  return price > 0 || dl_count > 0
}

/** A work's numbers as words. */
export function workTexts(t: Translate<'works'>) {
  return {
    duration(durationSeconds: number): string | null {
      if (durationSeconds <= 0) return null
      if (durationSeconds < 60) return t('duration.seconds', { seconds: Math.round(durationSeconds) })
      const { hours, minutes } = hoursAndMinutes(durationSeconds)
      return hours > 0 ? t('duration.hours', { hours, minutes }) : t('duration.minutes', { minutes })
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
