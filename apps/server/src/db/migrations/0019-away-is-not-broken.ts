import { type Kysely, sql } from 'kysely'

/** What a disk or a store says that is away; earlier versions took it for the file's own fault. */
const AWAY = [
  'ENOENT',
  'ENOTDIR',
  'EIO',
  'ESTALE',
  'EACCES',
  'ENOTCONN',
  'EHOSTDOWN',
  'is no library folder',
  'lies outside the library',
  'No such file or directory',
  'Input/output error',
  'Stale file handle',
  'cannot be reached',
  'did not answer within',
  'was answered with',
]

/** Sound that could not be measured because its file was away is measured again. */
export async function awayIsNotBroken(db: Kysely<unknown>): Promise<void> {
  const isAway = (column: string) =>
    sql.join(
      AWAY.map((words) => sql`${sql.ref(column)} like ${`%${words}%`}`),
      sql` or `,
    )
  await sql`delete from sound where waveform is null and (${isAway('problem')})`.execute(db)
  await sql`delete from job where kind = 'sound' and state = 'failed' and (${isAway('error')})`.execute(db)
}
