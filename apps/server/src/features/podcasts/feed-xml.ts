import { escapeXml } from '#http/sending/xml.ts'

import type { Episode } from './episodes.ts'

export type Channel = {
  title: string
  /** The page of the playlist or work. */
  link: string
  description: string
  author: string
  language: string
  isExplicit: boolean
  /** The work whose cover it has; null: none. */
  coverWorkId: number | null
  changedAtMs: number
  episodes: readonly Episode[]
  /** Whether its episodes are of several works, so that each names its own. */
  isOfMany: boolean
}

const NAMESPACES = [
  'xmlns:atom="http://www.w3.org/2005/Atom"',
  'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"',
  'xmlns:podcast="https://podcastindex.org/namespace/1.0"',
].join(' ')
const MAX_DESCRIPTION_LENGTH = 4_000
const MAX_EPISODE_DESCRIPTION_LENGTH = 500

/**
 * Writes a feed as RSS 2.0.
 *
 * @param base  `https://host/feeds/{secret}`: what its files' addresses begin with
 */
export function renderFeed(channel: Channel, base: string): string {
  const { title, link, description, author, language, isExplicit, coverWorkId, changedAtMs, episodes } = channel
  const cover = coverWorkId === null ? null : coverAddress(base, coverWorkId)
  return [
    `<?xml version="1.0" encoding="utf-8"?>`,
    `<rss version="2.0" ${NAMESPACES}>`,
    `<channel>`,
    `<title>${escapeXml(title)}</title>`,
    `<link>${escapeXml(link)}</link>`,
    `<description>${escapeXml(cut(description || title, MAX_DESCRIPTION_LENGTH))}</description>`,
    `<language>${escapeXml(language)}</language>`,
    `<generator>Otodana</generator>`,
    `<lastBuildDate>${date(changedAtMs)}</lastBuildDate>`,
    `<ttl>60</ttl>`,
    `<atom:link href="${escapeXml(`${base}.xml`)}" rel="self" type="application/rss+xml"/>`,
    ...(cover === null
      ? []
      : [
          `<image><url>${escapeXml(cover)}</url><title>${escapeXml(title)}</title><link>${escapeXml(link)}</link></image>`,
          `<itunes:image href="${escapeXml(cover)}"/>`,
        ]),
    `<itunes:author>${escapeXml(author)}</itunes:author>`,
    `<itunes:explicit>${isExplicit}</itunes:explicit>`,
    // Heard from the first episode on.
    `<itunes:type>serial</itunes:type>`,
    // No directory may list a private feed.
    `<itunes:block>Yes</itunes:block>`,
    `<podcast:block>yes</podcast:block>`,
    ...episodes.map((episode, at) => item(episode, at + 1, channel, base)),
    `</channel>`,
    `</rss>`,
    '',
  ].join('\n')
}

function item(episode: Episode, number: number, { isOfMany }: Channel, base: string): string {
  const { fileId, work, title, seconds, hasChapters, enclosure, publishedAtMs } = episode
  const about = [[work.title, work.circle].filter((part) => part !== '').join(' · ')]
  if (isOfMany) about.push(cut(work.description, MAX_EPISODE_DESCRIPTION_LENGTH))
  const address = `${base}/files/${fileId}${enclosure.extension === '' ? '' : `.${enclosure.extension}`}`
  return [
    `<item>`,
    `<title>${escapeXml(isOfMany ? `${work.title} – ${title}` : title)}</title>`,
    `<guid isPermaLink="false">otodana-${work.id}-${fileId}</guid>`,
    `<pubDate>${date(publishedAtMs)}</pubDate>`,
    `<description>${escapeXml(about.filter((part) => part !== '').join('\n\n'))}</description>`,
    `<enclosure url="${escapeXml(address)}" length="${enclosure.sizeBytes}" type="${escapeXml(enclosure.mime)}"/>`,
    ...(seconds === null ? [] : [`<itunes:duration>${Math.round(seconds)}</itunes:duration>`]),
    `<itunes:episode>${number}</itunes:episode>`,
    `<itunes:episodeType>full</itunes:episodeType>`,
    `<itunes:explicit>${isExplicit(work)}</itunes:explicit>`,
    `<itunes:image href="${escapeXml(coverAddress(base, work.id))}"/>`,
    ...(hasChapters
      ? [`<podcast:chapters url="${escapeXml(`${base}/chapters/${fileId}.json`)}" type="application/json+chapters"/>`]
      : []),
    `</item>`,
  ].join('\n')
}

/** Works of unknown age count as for adults, as everywhere. */
export function isExplicit({ age }: Pick<Episode['work'], 'age'>): boolean {
  return age === 'adult' || age === 'unrated'
}

function coverAddress(base: string, workId: number): string {
  return `${base}/covers/${workId}.jpg`
}

const date = (ms: number) => new Date(ms).toUTCString()

function cut(long: string, length: number): string {
  return long.length <= length ? long : `${long.slice(0, length).toWellFormed()}…`
}
