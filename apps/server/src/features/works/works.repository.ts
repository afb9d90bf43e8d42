import type { Work, WorkFacts } from '@otodana/contract'

import type { Database } from '#db/open.ts'

import { documentPieces } from './work-document.ts'
import type { DocumentSource } from './work-documents.ts'
import { readWorkFacts } from './work-facts.ts'
import { toWork, workColumns, type WorkParts, type WorkRow } from './work-mapper.ts'
import { readWorkTags } from './work-tags.ts'

export type WorkRepository = {
  /** Reads the documents of present works among `ids`, in one round of statements, in any order. */
  documents(ids: readonly number[]): Promise<DocumentSource[]>
  /** Returns the codes shared by the editions of each of these works, present or missing. */
  families(ids: readonly number[]): Promise<string[]>
  find(id: number, origin: string): Promise<Work | null>
  /** What other clients do not read of a work. */
  findFacts(id: number, origin: string): Promise<WorkFacts | null>
  /** In the order of `ids`, without those not in the library. */
  findAll(ids: readonly number[], origin: string): Promise<Work[]>
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

export function createWorkRepository({ read }: Database): WorkRepository {
  const present = () => read.selectFrom('work').where('work.state', '=', 'present')

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
    const editionsOf = await otherEditions(rows)
    return rows.map((row) => ({
      row,
      tags: tagsOf(row.id),
      voiceActors: (actorsOf.get(row.id) ?? []).map(({ id, name }) => ({ id, name })),
      otherEditions: editionsOf(row),
    }))
  }

  /** Returns works that share an original with one of `rows`, except itself. */
  async function otherEditions(rows: WorkRow[]) {
    const families = [...new Set(rows.map(familyOf))]
    if (families.length === 0) return () => []
    const members = await read
      .selectFrom('work')
      .select(['id', 'title', 'language', 'source_id', 'source_type', 'original_code', 'state'])
      .where((eb) => eb.or([eb('source_id', 'in', families), eb('original_code', 'in', families)]))
      .orderBy('id')
      .execute()
    const presentMembers = members.filter(({ state }) => state === 'present')
    const byFamily = Map.groupBy(presentMembers, familyOf)
    return (row: WorkRow) =>
      (byFamily.get(familyOf(row)) ?? [])
        .filter((member) => member.id !== row.id)
        .map((member) => ({
          id: member.id,
          lang: member.language ?? 'JPN',
          title: member.title,
          source_id: member.source_id,
          is_original: member.original_code === null,
          source_type: member.source_type,
        }))
  }

  return {
    async documents(ids) {
      const works = await load(ids)
      return works.map((parts) => ({
        id: parts.row.id,
        ...documentPieces(parts),
        family: familyOf(parts.row),
        editionIds: parts.otherEditions.map(({ id }) => id),
      }))
    },

    async families(ids) {
      if (ids.length === 0) return []
      const rows = await read.selectFrom('work').select(['source_id', 'original_code']).where('id', 'in', ids).execute()
      return [...new Set(rows.map(familyOf))]
    },

    async find(id, origin) {
      const [parts] = await load([id])
      return parts ? toWork(parts, origin) : null
    },

    findFacts: (id, origin) => readWorkFacts(read, id, origin),

    async findAll(ids, origin) {
      const parts = new Map((await load(ids)).map((one) => [one.row.id, one]))
      return ids.flatMap((id) => {
        const one = parts.get(id)
        return one ? [toWork(one, origin)] : []
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
        const rows = await present()
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

function familyOf(work: { source_id: string; original_code: string | null }): string {
  return work.original_code ?? work.source_id
}
