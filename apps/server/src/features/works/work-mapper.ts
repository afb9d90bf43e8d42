import {
  coverPath,
  type CoverType,
  FREE_ATTRIBUTE,
  type Tag,
  UNKNOWN_RELEASE,
  UNRATED_ATTRIBUTE,
  type Work,
} from '@otodana/contract'
import type { Selectable } from 'kysely'

import type { TagTable, WorkTable } from '#db/tables.ts'
import { combineRatings, type StandingTag } from '#features/catalogue/index.ts'

/** The columns of a work's JSON; others are long and only used by the server. */
export const workColumns = [
  'work.id',
  'work.source_id',
  'work.source_type',
  'work.title',
  'work.circle_id',
  'work.release',
  'work.create_date',
  'work.age_category',
  'work.price',
  'work.has_price',
  'work.dl_count',
  'work.review_count',
  'work.rate_count',
  'work.rate_average',
  'work.rate_detail',
  'work.rank',
  'work.language',
  'work.original_code',
  'work.editions',
  'work.work_attributes',
  'work.source_url',
  'work.duration_seconds',
  'work.has_subtitle',
  'work.subtitle_languages',
  'work.state',
] as const

type ColumnName<C> = C extends `work.${infer Name}` ? Name : never

export type WorkRow = Pick<Selectable<WorkTable>, ColumnName<(typeof workColumns)[number]>> & {
  circle_name: string
  member_stars: string | null
  member_review_count: number | null
  circle_code: string
}

export type WorkParts = {
  row: WorkRow
  tags: WorkTag[]
  voiceActors: { id: string; name: string }[]
  otherEditions: Work['other_language_editions_in_db']
}

/** A tag with its standing on the work. */
export type WorkTag = Selectable<TagTable> & StandingTag

const ORIGINAL_LANGUAGE = 'JPN'

/** The fields that `withEditions` adds. */
export type WorkLanguages = Required<Pick<Work, 'language' | 'subtitle_languages'>>

type Covers = Pick<Work, 'samCoverUrl' | 'thumbnailCoverUrl' | 'mainCoverUrl'>

/** Fields that depend neither on the visitor nor on the server's URL. */
export type BareWork = Omit<Work, keyof Covers | 'userRating' | 'playlistStatus'>

/** Returns a work as in the API; `siteUrl` is the prefix of absolute URLs. */
export function toWork(parts: WorkParts, siteUrl: string): Work {
  return { ...toBareWork(parts), ...coverUrls(parts.row.id, siteUrl) }
}

export function coverUrls(id: number, siteUrl: string): Covers {
  const url = (type: CoverType) => `${siteUrl}${coverPath(id, type)}`
  return { samCoverUrl: url('sam'), thumbnailCoverUrl: url('240x240'), mainCoverUrl: url('main') }
}

export function toBareWork({ row, tags, voiceActors, otherEditions }: WorkParts): BareWork {
  const ratings = combineRatings(row)
  const ownDetail = JSON.parse(row.rate_detail) as number[]
  return {
    id: row.id,
    title: row.title,
    circle_id: row.circle_id,
    name: row.circle_name,
    nsfw: row.age_category === 'adult' || row.age_category === 'unrated',
    release: row.release ?? UNKNOWN_RELEASE,
    dl_count: row.dl_count,
    price: row.price,
    review_count: ratings.reviewCount,
    rate_count: ratings.count,
    rate_average_2dp: Math.round(ratings.average * 100) / 100,
    rate_count_detail: ratingShares(ratings.memberStars.map((count, index) => count + (ownDetail[index] ?? 0))),
    rank: row.rank === null ? null : (JSON.parse(row.rank) as Work['rank']),
    has_subtitle: row.has_subtitle === 1,
    create_date: row.create_date,
    vas: voiceActors,
    tags: tags.map(toTag),
    language_editions: languageEditions(row.editions),
    original_workno: row.original_code,
    other_language_editions_in_db: otherEditions,
    translation_info: {
      lang: row.original_code === null ? null : languageOf(row),
      is_child: row.original_code !== null,
      is_parent: false,
      is_original: row.original_code === null,
      is_volunteer: false,
      child_worknos: [],
      parent_workno: null,
      original_workno: row.original_code,
      is_translation_agree: false,
      translation_bonus_langs: [],
      is_translation_bonus_child: false,
    },
    work_attributes: attributesOf(row),
    // Works that may be for adults are labelled as adult.
    age_category_string: row.age_category === 'unrated' ? 'adult' : row.age_category,
    duration: Math.round(row.duration_seconds),
    source_type: row.source_type,
    source_id: row.source_id,
    source_url: row.source_url,
    circle: { id: row.circle_id, name: row.circle_name, source_id: row.circle_code, source_type: row.source_type },
  }
}

export function languageOf({ language }: Pick<WorkRow, 'language'>): string {
  return language ?? ORIGINAL_LANGUAGE
}

/** Returns what a work's answer has of languages, if they are requested. */
export function languagesOf(row: Pick<WorkRow, 'language' | 'subtitle_languages'>): WorkLanguages {
  const { subtitle_languages: codes } = row
  return { language: languageOf(row), subtitle_languages: codes === '' ? [] : codes.split(' ') }
}

const ours = [UNRATED_ATTRIBUTE, FREE_ATTRIBUTE]

/** Contains `unrated` if, and only if, the age is unknown, and `free` if the price is known to be 0. */
function attributesOf({ work_attributes: attributes, age_category: age, price, has_price: hasPrice }: WorkRow): string {
  const told = attributes.split(',').filter((one) => one !== '' && !ours.includes(one.trim()))
  if (age === 'unrated') told.push(UNRATED_ATTRIBUTE)
  if (price === 0 && hasPrice === 1) told.push(FREE_ATTRIBUTE)
  return told.join(',')
}

/** Counts for 1 to 5 stars with their shares in percent. */
function ratingShares(counts: number[]): Work['rate_count_detail'] {
  const total = counts.reduce((sum, count) => sum + count, 0)
  return [1, 2, 3, 4, 5].map((review_point, index) => {
    const count = counts[index] ?? 0
    return { review_point, count, ratio: total === 0 ? 0 : Math.round((count / total) * 100) }
  })
}

function toTag({ id, name, i18n, upvotes, downvotes, isWeak }: WorkTag): Tag {
  return {
    id,
    name,
    i18n: JSON.parse(i18n) as Tag['i18n'],
    upvote: upvotes,
    downvote: downvotes,
    voteRank: upvotes - downvotes,
    voteStatus: isWeak ? 2 : upvotes > downvotes ? 1 : 0,
  }
}

function languageEditions(editions: string): Work['language_editions'] {
  const stored = JSON.parse(editions) as { lang: string; label?: string; code: string }[]
  return stored.map(({ lang, label, code }, index) => ({
    lang,
    label: label ?? lang,
    workno: code,
    edition_id: index + 1,
    edition_type: 'language',
    display_order: index + 1,
  }))
}
