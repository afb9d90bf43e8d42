import type { FormerNames } from '@otodana/contract'
import { sql } from 'kysely'

import type { Db } from '#db/open.ts'
import {
  localKeys,
  nameKey,
  type NameId,
  type NameKind,
  nameKinds,
  readMerges,
  type TagNames,
} from '#features/metadata/index.ts'

type Row = { id: NameId; name: string; name_key: string; i18n?: string }

/** Reads the names that names had before they were renamed or merged. */
export async function readFormerNames(db: Db): Promise<FormerNames> {
  const merges = await readMerges(db)
  const kinds = [...merges].map(([kind, into]) => readKind(db, kind, into))
  return (await Promise.all(kinds)).flat()
}

async function readKind(db: Db, kind: NameKind, into: ReadonlyMap<NameId, NameId>): Promise<FormerNames> {
  const { rows } = await sql<Row>`
    select * from ${sql.table(nameKinds[kind].table)} where cast(id as text) in (
      select id from merged_name where kind = ${kind} union select into_id from merged_name where kind = ${kind})
    order by name_key`.execute(db)
  const byRoot = Map.groupBy(rows, ({ id }) => into.get(id) ?? id)
  return [...byRoot].flatMap(([id, all]) => {
    const root = all.find((row) => row.id === id)
    if (!root) return []
    const present = new Set([nameKey(root.name), ...localKeys(localNames(root))])
    const names = all.flatMap((row) => [before(row), ...(row === root ? [] : spellings(row))])
    const former = [...new Map(names.map((name) => [nameKey(name), name]))].filter(([key]) => !present.has(key))
    return former.length > 0 ? [{ kind, id, names: former.map(([, name]) => name) }] : []
  })
}

/** What a name was called when its row was added: a rename changes the displayed name alone. */
function before({ name, name_key: key }: Row): string {
  return nameKey(name) === key ? name : key
}

/** A name and its translations. */
function spellings(row: Row): string[] {
  return [row.name, ...Object.values(localNames(row)).map(({ name }) => name)]
}

function localNames({ i18n = '{}' }: Row): TagNames {
  return JSON.parse(i18n) as TagNames
}
