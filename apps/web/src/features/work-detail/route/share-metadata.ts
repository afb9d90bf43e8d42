import { ageOf, isPriceKnown, isReleaseKnown, type Work } from '@otodana/contract'
import { wellFormed } from '@otodana/keyword'
import { workPath } from '@otodana/work-code'

import { codeOf } from '#features/works/index.ts'
import type { Translate } from '#i18n/translations.ts'
import { formatCount } from '#lib/format/format-count.ts'
import { shownName } from '#lib/format/shown-name.ts'

export type ShareMetadata = {
  /** The document's title without the site's name. */
  title: string
  description: string
  /** Absolute, in the preferred form. */
  canonical: string
  meta: ({ name: string; content: string } | { property: string; content: string })[]
}

const MAX_TITLE = 200
const MAX_DESCRIPTION = 1_000

/**
 * Returns a work's metadata for crawlers, chat programs and social sites. Values are plain text, which the caller must
 * escape. Line breaks and control characters become spaces, bidi controls are removed, and long texts are cut, because
 * they come from file names and imports.
 *
 * @param siteUrl  `https://host`, and the base path, without trailing slash
 */
export function shareMetadata(work: Work, siteUrl: string, t: Translate<'work-detail'>): ShareMetadata {
  const title = plain(work.title, MAX_TITLE)
  const code = codeOf(work)
  // Only rendered on the server, so the browser does not load the code.
  const description = import.meta.env.SSR ? plain(describe(work, t), MAX_DESCRIPTION) : title
  const canonical = siteUrl + workPath(work)
  const cover = `${siteUrl}/api/cover/${work.id}.jpg?type=main`
  return {
    title: code === null ? title : `${title} [${plain(code, 64)}]`,
    description,
    canonical,
    meta: [
      { name: 'description', content: description },
      { property: 'og:type', content: 'music.album' },
      { property: 'og:title', content: title },
      { property: 'og:description', content: description },
      { property: 'og:url', content: canonical },
      { property: 'og:image', content: cover },
      { property: 'og:image:alt', content: title },
      { name: 'twitter:card', content: 'summary_large_image' },
      { name: 'twitter:title', content: title },
      { name: 'twitter:description', content: description },
      { name: 'twitter:image', content: cover },
    ],
  }
}

function describe(work: Work, t: Translate<'work-detail'>): string {
  const list = (values: string[]) => values.join(t('meta.separator'))
  return [
    work.title,
    codeOf(work) ?? '',
    work.duration > 0 ? durationWords(work.duration, t) : '',
    work.circle.name === '' ? '' : t('meta.circle', { value: work.circle.name }),
    work.vas.length === 0 ? '' : t('meta.voiceActors', { value: list(work.vas.map(({ name }) => name)) }),
    work.tags.length === 0 ? '' : t('meta.tags', { value: list(work.tags.map(tagNames)) }),
    isReleaseKnown(work) ? t('meta.release', { value: work.release }) : '',
    isPriceKnown(work) ? t('meta.price', { value: formatCount(work.price) }) : '',
    work.dl_count > 0 ? t('meta.sales', { value: formatCount(work.dl_count) }) : '',
    ageOf(work) === 'unrated' ? t('meta.unrated') : work.nsfw ? 'NSFW' : 'SFW',
    work.facts?.description ?? '',
  ]
    .filter((part) => part !== '')
    .join(' · ')
}

/** Hours with one decimal above 3600 s, otherwise whole minutes, at least one. */
export function durationWords(durationSeconds: number, t: Translate<'work-detail'>): string {
  if (durationSeconds > 3_600) return t('hours', { value: String(Math.round(durationSeconds / 360) / 10) })
  return t('minutes', { value: String(Math.max(1, Math.round(durationSeconds / 60))) })
}

/** A tag in Japanese and English, once if equal. */
function tagNames({ name, i18n }: Work['tags'][number]): string {
  const japanese = i18n['ja-jp']?.name ?? name
  const english = i18n['en-us']?.name ?? japanese
  return japanese === english ? japanese : `${japanese} (${english})`
}

function plain(text: string, maxLength: number): string {
  // oxlint-disable-next-line no-control-regex -- removes control characters
  const line = wellFormed(shownName(text))
    .replace(/[\s\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .trim()
  const characters = [...line]
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : line
}
