import type { Database } from '#db/open.ts'

/** Where a member left a work: in the file played last, on whichever device. */
export type PlayedFile = { workId: number; fileId: number; seconds: number; atMs: number }

type Page = { offset: number; limit: number; direction: 'asc' | 'desc' }

export type PlayedWorkRepository = {
  /** By when they were played last. */
  list(accountId: number, page: Page): Promise<{ total: number; files: PlayedFile[] }>
  /** Deletes the member's positions in the work's files, on all devices. */
  remove(accountId: number, workId: number): Promise<void>
  isWork(workId: number): Promise<boolean>
  /** Null: unknown, or no such file. */
  durationOf(fileId: number): Promise<number | null>
}

/** Reads the positions that `features/playback-positions` keeps. */
export function createPlayedWorkRepository({ read, write }: Database): PlayedWorkRepository {
  const positions = (accountId: number) =>
    read
      .selectFrom('place')
      .innerJoin('file', 'file.id', 'place.file_id')
      .innerJoin('work', 'work.id', 'file.work_id')
      .where('place.account_id', '=', accountId)
      .where('file.state', '=', 'present')
      .where('work.state', '=', 'present')

  return {
    async list(accountId, { offset, limit, direction }) {
      const [{ total }, works] = await Promise.all([
        positions(accountId)
          .select((eb) => eb.fn.count<number>('work.id').distinct().as('total'))
          .executeTakeFirstOrThrow(),
        positions(accountId)
          .select((eb) => ['work.id as workId', eb.fn.max<number>('place.at_ms').as('atMs')])
          .groupBy('work.id')
          .orderBy('atMs', direction)
          .orderBy('work.id')
          .limit(limit)
          .offset(offset)
          .execute(),
      ])
      const rows = await positions(accountId)
        .select(['work.id as workId', 'file.id as fileId', 'place.seconds', 'place.at_ms as atMs'])
        .where('work.id', 'in', [-1, ...works.map(({ workId }) => workId)])
        .orderBy('place.at_ms', 'desc')
        .execute()
      const lastOf = new Map<number, PlayedFile>()
      for (const row of rows) if (!lastOf.has(row.workId)) lastOf.set(row.workId, row)
      return { total, files: works.flatMap(({ workId }) => lastOf.get(workId) ?? []) }
    },

    async remove(accountId, workId) {
      await write
        .deleteFrom('place')
        .where('account_id', '=', accountId)
        .where('file_id', 'in', (eb) => eb.selectFrom('file').select('id').where('work_id', '=', workId))
        .execute()
    },

    async isWork(workId) {
      return (await read.selectFrom('work').select('id').where('id', '=', workId).executeTakeFirst()) !== undefined
    },

    async durationOf(fileId) {
      const found = read.selectFrom('file').select('duration_seconds').where('id', '=', fileId)
      return (await found.executeTakeFirst())?.duration_seconds ?? null
    },
  }
}
