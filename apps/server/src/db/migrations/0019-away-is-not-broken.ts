import { type Kysely, sql } from 'kysely'

/** Errors of an unavailable disk or store; earlier versions stored them as the file's own problem. */
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

/** Audio that could not be measured because its file was unavailable is measured again. */
export async function awayIsNotBroken(db: Kysely<unknown>): Promise<void> {
  const isAway = (column: string) =>
    sql.join(
      AWAY.map((words) => sql`${sql.ref(column)} like ${`%${words}%`}`),
      sql` or `,
    )
  await sql`delete from sound where waveform is null and (${isAway('problem')})`.execute(db)
  await sql`delete from job where kind = 'sound' and state = 'failed' and (${isAway('error')})`.execute(db)
}
