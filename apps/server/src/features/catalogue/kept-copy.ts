import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'

import type { Database } from '#db/open.ts'

import type { ChangeLog, LogPosition } from './change-log.ts'
import { openSections, type SectionedFile, writeSections } from '#data-dir/sectioned-file.ts'

/** What tells whether a file is right. */
type Head = {
  /** Of the code that wrote it. */
  code: string
  id: string
  /** PostgreSQL: the transaction that wrote the id. A restored dump has the id, but numbers of another server. */
  writtenBy: string | null
  /** All that was committed before it is in the file, and perhaps some of what was later. */
  position: string
  works: number
}

export type KeptCopy = { file: SectionedFile<Head>; position: LogPosition }

type Deps = { database: Database; changeLog: Pick<ChangeLog, 'read'>; path: string; code: string }

/** With more changes than these, reading everything takes as long. */
const MAX_CHANGES = 10_000
/** Of former files and of other servers. */
const KEPT_IDS = 20

/**
 * Keeps what was made of the database in a file beside it. The database has the file's id, which was committed after all
 * that the file has: a database with the id, also a copy or one that was set back, is one to which the file's content and
 * the changes since its position belong. One that was restored from a backup has no id.
 */
export function createKeptCopies({ database, changeLog, path, code }: Deps) {
  const { dialect, read, write } = database

  async function isOurs({ id, writtenBy }: Head): Promise<boolean> {
    if (dialect === 'sqlite') {
      return (
        (await read.selectFrom('read_model_file').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
      )
    }
    const { rows } = await sql<{
      xmin: string
    }>`select xmin::text as xmin from read_model_file where id = ${id}`.execute(read)
    return rows[0] !== undefined && rows[0].xmin === writtenBy
  }

  async function isFollowable(position: LogPosition): Promise<boolean> {
    const page = await changeLog.read(position, MAX_CHANGES)
    return page !== null && !page.hasMore
  }

  async function noteId(id: string): Promise<string | null> {
    return write.transaction().execute(async (tx) => {
      await tx.insertInto('read_model_file').values({ id, made_at_ms: Date.now() }).execute()
      const latest = tx.selectFrom('read_model_file').select('id').orderBy('made_at_ms', 'desc').limit(KEPT_IDS)
      await tx.deleteFrom('read_model_file').where('id', '!=', id).where('id', 'not in', latest).execute()
      if (dialect === 'sqlite') return null
      const { rows } = await sql<{ xmin: string }>`
        select xmin::text as xmin from read_model_file where id = ${id}`.execute(tx)
      return rows[0]!.xmin
    })
  }

  return {
    /** Opens the file; null: there is none that belongs to this database and this code, or too much has changed since. */
    async open(): Promise<KeptCopy | null> {
      const file = await openSections<Head>(path)
      if (file === null) return null
      const position = { seen: file.head.position }
      if (file.head.code === code && (await isOurs(file.head)) && (await isFollowable(position)))
        return { file, position }
      await file.close()
      return null
    },

    /**
     * @param position  all that was committed before it is in the sections
     * @param sections  throw if what they are of changes meanwhile
     * @param signal  gives the file up
     */
    write(
      position: LogPosition,
      works: number,
      sections: Iterable<readonly [part: string, section: unknown]>,
      signal: AbortSignal,
    ): Promise<void> {
      const makeHead = async () => {
        const id = randomUUID()
        return { code, id, writtenBy: await noteId(id), position: position.seen, works }
      }
      const pause = (ms: number) => sleep(ms, undefined, { signal })
      return writeSections<Head>(path, sections, makeHead, { pause, signal })
    },
  }
}
