import { idList } from '#db/dialect.ts'
import type { Database } from '#db/open.ts'
import type { CatalogueService } from '#features/catalogue/index.ts'

import { circleId, voiceActorId } from './ids.ts'

export type Named = { id: string; name: string }

/** Returns those asked for at least, without those that there are not. */
type Find<Id, Item> = (ids: readonly Id[]) => Promise<ReadonlyMap<Id, Item>>

/** Circles, tags and voice actors as answers have them, by their ids in the database. */
export type Names = {
  circles: Find<number, Named>
  tags: Find<number, { name: string }>
  voiceActors: Find<string, Named>
}

type Deps = Pick<Database, 'dialect' | 'read'> & { catalogue: Pick<CatalogueService, 'onChange'> }

export const UNKNOWN_ARTIST = '[unknown]'

/** Keeps names in memory until one changes: each stands in hundreds of albums, and a page has five hundred. */
export function createNames({ dialect, read, catalogue }: Deps): Names {
  const forgets: (() => void)[] = []

  function kept<Id extends number | string, Item>(
    readRows: (ids: readonly Id[]) => Promise<{ id: Id; name: string }[]>,
    toItem: (row: { id: Id; name: string }) => Item,
  ): Find<Id, Item> {
    let known = new Map<Id, Item>()
    // What is being read ends up in the former map.
    forgets.push(() => (known = new Map()))
    return async (ids) => {
      const items = known
      const unknown = new Set<Id>()
      for (const id of ids) if (!items.has(id)) unknown.add(id)
      if (unknown.size > 0) for (const row of await readRows([...unknown])) items.set(row.id, toItem(row))
      return items
    }
  }

  catalogue.onChange(({ namesChanged, isReload }) => {
    if (namesChanged || isReload) for (const forget of forgets) forget()
  })

  const rows = (table: 'circle' | 'tag') => (ids: readonly number[]) =>
    read.selectFrom(table).select(['id', 'name']).where('id', 'in', idList(dialect, ids)).execute()
  return {
    circles: kept(rows('circle'), ({ id, name }) => ({ id: circleId(id), name: name || UNKNOWN_ARTIST })),
    tags: kept(rows('tag'), ({ name }) => ({ name })),
    voiceActors: kept(
      (ids: readonly string[]) =>
        read.selectFrom('voice_actor').select(['id', 'name']).where('id', 'in', idList(dialect, ids)).execute(),
      ({ id, name }) => ({ id: voiceActorId(id), name }),
    ),
  }
}
