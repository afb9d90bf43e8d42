import { foldText, parseKeyword, parseNumber, parseSeconds, type SpecialTerm } from '@otodana/keyword'
import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely'

import type { Db } from '#db/open.ts'
import type { Tables } from '#db/tables.ts'

type WorkBuilder = ExpressionBuilder<Tables, 'work'>
type Condition = (eb: WorkBuilder) => Expression<SqlBool>

/** What the keyword `text` asks of a work, as SQL conditions that must all hold. */
export async function keywordConditions(db: Db, text: string): Promise<Condition[]> {
  const conditions: Condition[] = []
  for (const term of parseKeyword(text)) {
    if (term.kind === 'plain') conditions.push(containsText(foldText(term.text)))
    if (term.kind === 'special') conditions.push(await specialCondition(db, term))
  }
  return conditions
}

function containsText(folded: string): Condition {
  const pattern = `%${folded.replace(/[\\%_]/g, String.raw`\$&`)}%`
  return (eb) => sql<SqlBool>`${eb.ref('work.search_text')} like ${pattern} escape '\\'`
}

async function specialCondition(db: Db, term: SpecialTerm): Promise<Condition> {
  const condition = await includedCondition(db, term)
  return term.excluded ? (eb) => eb.not(condition(eb)) : condition
}

async function includedCondition(db: Db, { namespace, value }: SpecialTerm): Promise<Condition> {
  switch (namespace) {
    case 'tag':
    case 'tagw':
      return hasTag(await tagsNamed(db, value))
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
  return bound === null ? never : (eb) => eb(column, '>=', bound)
}

function hasTag(ids: number[]): Condition {
  if (ids.length === 0) return never
  return (eb) =>
    eb('work.id', 'in', eb.selectFrom('work_tag').select('work_tag.work_id').where('work_tag.tag_id', 'in', ids))
}

/** The tags whose name in any language is `name`; compared here because the names in other languages lie in JSON. */
async function tagsNamed(db: Db, name: string): Promise<number[]> {
  const wanted = foldText(name)
  const tags = await db.selectFrom('tag').select(['id', 'name_key', 'i18n']).execute()
  return tags
    .filter((tag) => tag.name_key === wanted || localNames(tag.i18n).some((local) => foldText(local) === wanted))
    .map((tag) => tag.id)
}

function localNames(i18n: string): string[] {
  const names = JSON.parse(i18n) as Record<string, { name: string } | undefined>
  return Object.values(names).flatMap((local) => (local ? [local.name] : []))
}
