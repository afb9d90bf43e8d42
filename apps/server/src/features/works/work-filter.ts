import { foldText, parseKeyword, parseNumber, parseSeconds, type SpecialTerm } from '@otodana/keyword'
import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely'

import type { Db } from '#db/open.ts'
import type { Tables } from '#db/tables.ts'

type WorkBuilder = ExpressionBuilder<Tables, 'work'>
type Condition = (eb: WorkBuilder) => Expression<SqlBool>

type NamedTag = { id: number; names: string[] }

/** What the keyword `text` asks of a work, as SQL conditions that must all hold. */
export async function keywordConditions(db: Db, text: string): Promise<Condition[]> {
  // Names hold a space where their source had a NUL, which PostgreSQL does not even take as a question.
  const terms = parseKeyword(text.replaceAll('\0', ' '))
  // Once for all terms: a keyword may name fifty.
  const tags = terms.some((term) => term.kind === 'special' && isAboutTags(term)) ? await loadTags(db) : []
  return terms.flatMap((term) => {
    if (term.kind === 'plain') return [containsText(foldText(term.text))]
    return term.kind === 'special' ? [specialCondition(term, tags)] : []
  })
}

function isAboutTags({ namespace }: SpecialTerm): boolean {
  return namespace === 'tag' || namespace === 'tagw'
}

function containsText(folded: string): Condition {
  const pattern = `%${folded.replace(/[\\%_]/g, String.raw`\$&`)}%`
  return (eb) => sql<SqlBool>`${eb.ref('work.search_text')} like ${pattern} escape '\\'`
}

function specialCondition(term: SpecialTerm, tags: readonly NamedTag[]): Condition {
  const condition = includedCondition(term, tags)
  return term.excluded ? (eb) => eb.not(condition(eb)) : condition
}

function includedCondition({ namespace, value }: SpecialTerm, tags: readonly NamedTag[]): Condition {
  switch (namespace) {
    case 'tag':
    case 'tagw':
      return hasTag(tags.filter(({ names }) => names.includes(foldText(value))).map(({ id }) => id))
    case 'circle':
      return (eb) =>
        eb(
          'work.circle_id',
          'in',
          eb.selectFrom('circle').select('circle.id').where('circle.name_key', '=', foldText(value)),
        )
    case 'va':
      return (eb) =>
        eb(
          'work.id',
          'in',
          eb
            .selectFrom('work_voice_actor')
            .innerJoin('voice_actor', 'voice_actor.id', 'work_voice_actor.voice_actor_id')
            .select('work_voice_actor.work_id')
            .where('voice_actor.name_key', '=', foldText(value)),
        )
    case 'duration':
      return atLeast('work.duration_seconds', parseSeconds(value))
    case 'rate':
      return atLeast('work.rate_average', parseNumber(value))
    case 'price':
      return atLeast('work.price', parseNumber(value))
    case 'sell':
      return atLeast('work.dl_count', parseNumber(value))
    case 'age': {
      const age = ageCategories.find((category) => category === foldText(value))
      return age === undefined ? never : (eb) => eb('work.age_category', '=', age)
    }
    case 'lang':
      return (eb) => eb(eb.fn.coalesce('work.language', sql<string>`'JPN'`), '=', value.toUpperCase())
  }
}

const ageCategories = ['general', 'r15', 'adult'] as const

/** A value that says nothing (`$rate:high$`) is met by no work. */
const never: Condition = () => sql<SqlBool>`1 = 0`

function atLeast(
  column: 'work.duration_seconds' | 'work.rate_average' | 'work.price' | 'work.dl_count',
  bound: number | null,
): Condition {
  if (bound === null) return never
  // As a double whatever the column: PostgreSQL reads a bare value as the column's type, and 12.5 is no integer.
  return (eb) => eb(column, '>=', sql<number>`cast(${bound} as double precision)`)
}

function hasTag(ids: number[]): Condition {
  if (ids.length === 0) return never
  return (eb) =>
    eb('work.id', 'in', eb.selectFrom('work_tag').select('work_tag.work_id').where('work_tag.tag_id', 'in', ids))
}

/** Every tag with its folded names in all languages; compared here because those in other languages lie in JSON. */
async function loadTags(db: Db): Promise<NamedTag[]> {
  const tags = await db.selectFrom('tag').select(['id', 'name_key', 'i18n']).execute()
  return tags.map(({ id, name_key, i18n }) => ({ id, names: [name_key, ...localNames(i18n).map(foldText)] }))
}

function localNames(i18n: string): string[] {
  const names = JSON.parse(i18n) as Record<string, { name: string } | undefined>
  return Object.values(names).flatMap((local) => (local ? [local.name] : []))
}
