import { type Age, type LanguageCode, type StaffRole, staffRoles } from '@otodana/contract'
import { findWorkCodes, type WorkIdentity } from '@otodana/work-code'

import { ageInText, ageOfNote } from '../fields/age-words.ts'
import { cleanLine, cleanText, cut } from '../fields/clean-text.ts'
import { dayIn } from '../fields/days.ts'
import { tagsOf } from '../fields/tag-words.ts'
import { splitNames } from '../fields/voice-actors.ts'
import { limits, type TagMetadata, WorkMetadata } from '../fields/work-metadata.ts'
import { parseFolderName } from '../sources/folder-name.ts'
import { uniqueByName } from '../store/names.ts'
import { plainText } from './xml-tree.ts'

/** What a file says, as written; empty texts and lists say nothing. */
export type LeftFacts = {
  /** Codes of the work that it describes; empty if it names none. */
  codes?: string[] | undefined
  title?: string | undefined
  circle?: string | undefined
  circleCode?: string | undefined
  /** Each may be a list of names. */
  voiceActors?: string[] | undefined
  staff?: Partial<Record<StaffRole, string[]>> | undefined
  series?: { name: string; number?: number | undefined; code?: string | undefined } | undefined
  tags?: (string | TagMetadata)[] | undefined
  release?: string | undefined
  age?: string | undefined
  language?: string | undefined
  description?: string | undefined
  price?: number | undefined
  sourceUrl?: string | undefined
}

/** Reads a work's place in its series: `3`, `1.5`. */
export function placeIn(written = ''): number | undefined {
  return /^\d{1,5}(?:\.\d+)?$/.test(written.trim()) ? Number(written) : undefined
}

const MAX_VOICE_ACTORS = 50
const MAX_TAGS = 100

/**
 * Turns what a file says into metadata, without what it cannot be.
 *
 * @param own  the codes of the work's folder; a file that describes another work says nothing
 */
export function metadataOf(facts: LeftFacts, own: readonly WorkIdentity[]): WorkMetadata {
  const codes = (facts.codes ?? []).flatMap((text) => findWorkCodes(cut(text, 200)))
  const isOther = codes.length > 0 && !codes.some(({ id }) => own.some((code) => code.id === id))
  if (isOther) return {}
  const circle = name(facts.circle)
  const circleCode = cleanLine(facts.circleCode ?? '')
  const voiceActors = uniqueByName((facts.voiceActors ?? []).flatMap(splitNames), (actor) => actor)
  const tags = tagsIn(facts.tags ?? [])
  const given = {
    title: titleOf(facts.title, own),
    circle: circle && (/^[\w-]{1,32}$/.test(circleCode) ? { name: circle, code: circleCode } : circle),
    voice_actors: voiceActors.length > 0 ? voiceActors.slice(0, MAX_VOICE_ACTORS) : undefined,
    staff: staffOf(facts.staff),
    series: facts.series && { ...facts.series, name: name(facts.series.name) ?? '' },
    tags: tags.length > 0 ? tags.slice(0, MAX_TAGS) : undefined,
    release: dayIn(facts.release ?? '') ?? undefined,
    age: ageOf(facts.age ?? ''),
    language: languageOf(facts.language ?? ''),
    description: cut(cleanText(plainText(facts.description ?? '')), limits.description) || undefined,
    price: facts.price,
    source_url: facts.sourceUrl,
  }
  const fields = Object.entries(given).filter(([, value]) => value !== undefined)
  // Checked one by one, so that one impossible value takes nothing away from the others.
  return Object.assign({}, ...fields.map(([field, value]) => WorkMetadata.safeParse({ [field]: value }).data ?? {}))
}

function staffOf(staff: LeftFacts['staff']): WorkMetadata['staff'] {
  const known = staffRoles.flatMap((role) => {
    const people = uniqueByName(
      (staff?.[role] ?? []).flatMap((one) => name(one) ?? []),
      (one) => one,
    )
    return people.length > 0 ? [[role, people.slice(0, limits.staff)] as const] : []
  })
  return known.length > 0 ? Object.fromEntries(known) : undefined
}

function titleOf(text: string | undefined, own: readonly WorkIdentity[]): string | undefined {
  const title = cut(cleanLine(text ?? ''), limits.title)
  const code = findWorkCodes(title).find(({ id }) => own.some((one) => one.id === id))
  const circles = { isKnown: () => false, isCertain: () => false, mayGuess: false }
  return (code ? parseFolderName(title, code, circles).title : title) || undefined
}

const UNKNOWN = /^(?:unknown|n\/?a|none|null|various(?: artists)?|unknown artist|不明|-+)$/i

function name(text: string | undefined): string | undefined {
  const line = cleanLine(text ?? '')
  return line !== '' && line.length <= limits.name && !UNKNOWN.test(line) ? line : undefined
}

function tagsIn(given: readonly (string | TagMetadata)[]): TagMetadata[] {
  const tags = given.flatMap((tag) => (typeof tag === 'string' ? tagsOf([tag]) : tagsOf([tag.name]).length ? tag : []))
  return uniqueByName(tags, (tag) => tag.name)
}

function ageOf(text: string): Age | undefined {
  const folded = cleanLine(text.normalize('NFKC')).toLowerCase()
  const stated = (['general', 'r15', 'adult'] as const).find((age) => age === folded)
  return stated ?? ageOfNote(folded) ?? ageInText(folded) ?? undefined
}

const languages: [RegExp, LanguageCode][] = [
  [/^(?:ja|jpn|japanese|日本語)$/, 'JPN'],
  [/^(?:en|eng|english)$/, 'ENG'],
  [/^(?:zh[-_](?:cn|hans|sg)|chi_hans|简体中文)$/, 'CHI_HANS'],
  [/^(?:zh[-_](?:tw|hk|hant)|chi_hant|繁體中文|繁体中文)$/, 'CHI_HANT'],
  [/^(?:zh|zho|chi|chinese|中文)$/, 'CHI'],
  [/^(?:ko|kor|ko_kr|korean|한국어)$/, 'KO_KR'],
  [/^(?:es|spa|spanish)$/, 'SPA'],
  [/^(?:it|ita|italian)$/, 'ITA'],
  [/^(?:de|ger|deu|german)$/, 'GER'],
  [/^(?:fr|fre|fra|french)$/, 'FRE'],
]

function languageOf(text: string): LanguageCode | undefined {
  const folded = cleanLine(text).toLowerCase()
  const short = folded.replace(/^(ja|en|ko|es|it|de|fr)[-_].*$/, '$1')
  return languages.find(([pattern]) => pattern.test(folded) || pattern.test(short))?.[1]
}
