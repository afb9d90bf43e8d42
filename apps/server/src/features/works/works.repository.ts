import type { Catalogue } from '@otodana/catalogue'
import type { Work, WorkFacts } from '@otodana/contract'
import { type Selectable, sql } from 'kysely'

import { findWithMoved } from '#db/moved-works.ts'
import type { Database } from '#db/open.ts'
import type { WorkTable } from '#db/tables.ts'

import { documentPieces } from './work-document.ts'
import type { DocumentSource } from './work-documents.ts'
import { readWorkFacts } from './work-facts.ts'
import { languageOf, languagesOf, toWork, workColumns, type WorkLanguages, type WorkParts } from './work-mapper.ts'
import { readWorkTags } from './work-tags.ts'

export type WorkRepository = {
  /** Reads the documents of present works among `ids`, in one round of statements, in any order. */
  documents(ids: readonly number[]): Promise<DocumentSource[]>
  find(id: number, siteUrl: string): Promise<Work | null>
  /** Calls `find` with a work's id and, if that is not in the library, with the one that its folder has been given since. */
  withMoved<T>(id: number, find: (id: number) => Promise<T | null>): Promise<T | null>
  /** The languages of an edition and of its subtitles; null: no such work. */
  findLanguages(id: number): Promise<WorkLanguages | null>
  /** What other clients do not read of a work. */
  findFacts(id: number, siteUrl: string): Promise<WorkFacts | null>
  /** In the order of `ids`, without those not in the library. */
  findAll(ids: readonly number[], siteUrl: string): Promise<Work[]>
  /** Returns the titles of present works. */
  titles(ids: readonly number[]): Promise<Map<number, WorkTitle>>
  /** Null: no such work. */
  circleOf(id: number): Promise<number | null>
  /** Path and time of the last change of every present work, in batches, for the site map. */
  addresses(): AsyncIterable<WorkAddress>
}

type WorkTitle = { id: number; title: string; source_id: string }

type WorkAddress = { id: number; source_id: string; source_type: string; updatedAtMs: number }

const ADDRESS_STEP = 1_000

/** A work with more, by mistake or malice, lists the first of them. All of a page together fit in one statement. */
export const MAX_OTHER_EDITIONS = 50

/** @param catalogue  knows which works are editions of one */
export function createWorkRepository(
  { read }: Pick<Database, 'read'>,
  catalogue: Pick<Catalogue, 'editionsOf'>,
): WorkRepository {
  async function load(ids: readonly number[]): Promise<WorkParts[]> {
    if (ids.length === 0) return []
    const [found, tagsOf, voiceActors] = await Promise.all([
      read
        .selectFrom('work')
        .innerJoin('circle', 'circle.id', 'work.circle_id')
        .leftJoin('member_rating', 'member_rating.work_id', 'work.id')
        .select([
          ...workColumns,
          'circle.name as circle_name',
          'circle.code as circle_code',
          'member_rating.stars as member_stars',
          'member_rating.review_count as member_review_count',
        ])
        .where('work.id', 'in', ids)
        .execute(),
      readWorkTags(read, ids),
      read
        .selectFrom('work_voice_actor')
        .innerJoin('voice_actor', 'voice_actor.id', 'work_voice_actor.voice_actor_id')
        .select(['voice_actor.id', 'voice_actor.name', 'work_voice_actor.work_id'])
        .where('work_voice_actor.work_id', 'in', ids)
        .orderBy('work_voice_actor.position')
        .execute(),
    ])
    // If filtered by state, SQLite would scan all works instead of using the primary key; the same below.
    const rows = found.filter(({ state }) => state === 'present')
    const actorsOf = Map.groupBy(voiceActors, (actor) => actor.work_id)
    const editionsOf = await otherEditions(rows.map(({ id }) => id))
    return rows.map((row) => ({
      row,
      tags: tagsOf(row.id),
      voiceActors: (actorsOf.get(row.id) ?? []).map(({ id, name }) => ({ id, name })),
      otherEditions: editionsOf(row.id),
    }))
  }

  /** Returns the other editions of each work that are in the library. */
  async function otherEditions(ids: readonly number[]) {
    const idsOf = new Map(
      ids.map((id) => [
        id,
        catalogue
          .editionsOf(id)
          .slice(0, MAX_OTHER_EDITIONS + 1)
          .filter((other) => other !== id),
      ]),
    )
    const wanted = [...new Set([...idsOf.values()].flat())]
    if (wanted.length === 0) return () => []
    const rows = await read
      .selectFrom('work')
      .select(['id', 'title', 'language', 'source_id', 'source_type', 'original_code', 'state'])
      .where('id', 'in', wanted)
      .execute()
    const editions = new Map(rows.filter(({ state }) => state === 'present').map((row) => [row.id, toEdition(row)]))
    return (id: number) => (idsOf.get(id) ?? []).flatMap((other) => editions.get(other) ?? [])
  }

  return {
    async documents(ids) {
      const works = await load(ids)
      return works.map((parts) => ({
        id: parts.row.id,
        ...documentPieces(parts),
        languages: languagesOf(parts.row),
        editionIds: parts.otherEditions.map(({ id }) => id),
      }))
    },

    async find(id, siteUrl) {
      const [parts] = await load([id])
      return parts ? toWork(parts, siteUrl) : null
    },

    withMoved: (id, find) => findWithMoved(read, id, find),

    findFacts: (id, siteUrl) => readWorkFacts(read, id, siteUrl),

    async findLanguages(id) {
      const work = read.selectFrom('work').select(['language', 'subtitle_languages'])
      const row = await work.where('id', '=', id).executeTakeFirst()
      return row ? languagesOf(row) : null
    },

    async findAll(ids, siteUrl) {
      const parts = new Map((await load(ids)).map((one) => [one.row.id, one]))
      return ids.flatMap((id) => {
        const one = parts.get(id)
        return one ? [toWork(one, siteUrl)] : []
      })
    },

    async titles(ids) {
      if (ids.length === 0) return new Map()
      const rows = await read
        .selectFrom('work')
        .select(['id', 'title', 'source_id', 'state'])
        .where('id', 'in', ids)
        .execute()
      const found = rows.filter(({ state }) => state === 'present')
      return new Map(found.map(({ id, title, source_id }) => [id, { id, title, source_id }]))
    },

    async circleOf(id) {
      const row = await read.selectFrom('work').select('circle_id').where('id', '=', id).executeTakeFirst()
      return row?.circle_id ?? null
    },

    async *addresses() {
      let after = 0
      for (;;) {
        const rows = await read
          .selectFrom('work')
          // Wrapped, or SQLite would use the index that begins with it, and sort all works for each page.
          .where(sql`(state || '')`, '=', 'present')
          .select(['id', 'source_id', 'source_type', 'updated_at_ms as updatedAtMs'])
          .where('id', '>', after)
          .orderBy('id')
          .limit(ADDRESS_STEP)
          .execute()
        yield* rows
        const last = rows.at(-1)
        if (!last) return
        after = last.id
      }
    },
  }
}

type EditionRow = Pick<
  Selectable<WorkTable>,
  'id' | 'title' | 'language' | 'source_id' | 'source_type' | 'original_code'
>

function toEdition({ id, title, language, source_id, source_type, original_code }: EditionRow) {
  return { id, lang: languageOf({ language }), title, source_id, is_original: original_code === null, source_type }
}
