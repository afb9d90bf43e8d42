import { type RawBuilder, sql } from 'kysely'

import type { Db } from '#db/open.ts'
import { ChangedSinceError } from '#db/write-once.ts'

/** The works that a member saw beside a work: null: none, undefined: not known. */
export type SeenBeside = { before?: number | null | undefined; after?: number | null | undefined }

type Deps = {
  /** Expressions on `playlist_work`: its position, and whether its work is in the library. */
  place: RawBuilder<number>
  isPresent: RawBuilder<boolean>
}

type Move = {
  playlistId: string
  workId: number
  /** From 1, among the works present in the library. */
  position: number
  /** Without it the work is moved from wherever it is. */
  base?: SeenBeside | undefined
}

/**
 * Moves a work of a playlist whose row is locked.
 *
 * @returns false if the work is not in the playlist
 * @throws {ChangedSinceError} it was moved elsewhere: it is beside neither of the works that it was seen beside
 */
export async function moveWork(tx: Db, { place, isPresent }: Deps, move: Move): Promise<boolean> {
  const { playlistId: id, workId, position, base } = move
  const rows = await tx
    .selectFrom('playlist_work')
    .select(['work_id', isPresent.as('isPresent')])
    .where('playlist_id', '=', id)
    .orderBy(place)
    .orderBy('id')
    .execute()
  if (!rows.some(({ work_id }) => work_id === workId)) return false
  const present = rows.filter((row) => row.isPresent)
  if (base)
    refuseMoved(
      present.map(({ work_id }) => work_id),
      move,
      base,
    )
  const next = present.filter((row) => row.work_id !== workId)[position - 1]
  const key = next ? 2 * rows.indexOf(next) + 1 : 2 * rows.length + 1
  // Numbered from 1: a row's id is never less than its number, so works added later still come last.
  await sql`
    update playlist_work set place = numbered.place
    from (
      select id, row_number() over (order by case when work_id = ${workId} then ${sql.lit(key)} else 2 * place end) as place
      from (
        select id, work_id, row_number() over (order by ${place}, id) as place
        from playlist_work where playlist_id = ${id}
      ) as ordered
    ) as numbered
    where playlist_work.id = numbered.id and coalesce(playlist_work.place, 0) <> numbered.place`.execute(tx)
  return true
}

function refuseMoved(order: readonly number[], { workId, position }: Move, { before, after }: SeenBeside): void {
  const index = order.indexOf(workId)
  if (index === -1 || index === Math.min(position, order.length) - 1) return
  const isSeen = (seen: number | null | undefined, at: number) => seen !== undefined && (order[at] ?? null) === seen
  const isKnown = before !== undefined || after !== undefined
  if (!isKnown || isSeen(before, index - 1) || isSeen(after, index + 1)) return
  throw new ChangedSinceError({
    position: index + 1,
    before: order[index - 1] ?? null,
    after: order[index + 1] ?? null,
  })
}
