import { randomBytes } from 'node:crypto'

import * as z from 'zod'

import type { Db } from '../open.ts'

const SETTING = 'backupId'
/** Part of file names. */
const BackupId = z.string().regex(/^[0-9a-f]{8}$/)

/** Returns what the names of a database's backups contain, because others may use the same folder; it is made once. */
export async function backupIdOf(db: Db): Promise<string> {
  const find = () => db.selectFrom('server_setting').select('value').where('name', '=', SETTING).executeTakeFirst()
  const found = await find()
  if (found) return BackupId.parse(JSON.parse(found.value))
  await db
    .insertInto('server_setting')
    .values({ name: SETTING, value: JSON.stringify(randomBytes(4).toString('hex')) })
    // Another server may have made it meanwhile.
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return BackupId.parse(JSON.parse((await find())?.value ?? 'null'))
}
