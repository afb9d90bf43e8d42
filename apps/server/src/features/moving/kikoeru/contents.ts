import {
  type KikoeruContents,
  MAX_KIKOERU_FOLDERS,
  MAX_KIKOERU_NAME_LENGTH,
  MAX_KIKOERU_USERS,
} from '@otodana/contract'

import type { Database } from '#db/open.ts'
import { cleanLine } from '#features/metadata/index.ts'

import { ADMIN, isReadablePassword } from './kikoeru-passwords.ts'
import type { KikoeruSource } from './source.ts'

const IDS_AT_ONCE = 1_000

/** Returns what of kikoeru's has to be mapped: its users, and the folders of its library. */
export async function contentsOf(source: KikoeruSource, database: Database): Promise<KikoeruContents> {
  const users: string[] = []
  let passwords = 0
  for (const { name, group, password } of source.rows('t_user')) {
    if (typeof name !== 'string' || name === '' || name === ADMIN || group === 'guest') continue
    if (isReadablePassword(password)) passwords++
    if (name.length <= MAX_KIKOERU_NAME_LENGTH && users.length < MAX_KIKOERU_USERS) users.push(name)
  }
  const folders = new Map<string, Set<number>>()
  for (const { id, root_folder: folder } of source.rows('t_work')) {
    const workId = source.workIdOf(id ?? null)
    const name = cleanLine(String(folder ?? '')).slice(0, MAX_KIKOERU_NAME_LENGTH)
    if (workId === null || name === '') continue
    const works = folders.get(name)
    if (works) works.add(workId)
    else if (folders.size < MAX_KIKOERU_FOLDERS) folders.set(name, new Set([workId]))
  }
  return {
    hasAdmin: source.hasUser(ADMIN),
    users,
    passwords,
    folders: await Promise.all(
      [...folders].map(async ([name, works]) => ({
        name,
        works: works.size,
        here: await countPresent(database, [...works]),
      })),
    ),
  }
}

async function countPresent({ read }: Database, workIds: readonly number[]): Promise<number> {
  let found = 0
  for (let from = 0; from < workIds.length; from += IDS_AT_ONCE) {
    const { count } = await read
      .selectFrom('work')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('state', '=', 'present')
      .where('id', 'in', workIds.slice(from, from + IDS_AT_ONCE))
      .executeTakeFirstOrThrow()
    found += Number(count)
  }
  return found
}
