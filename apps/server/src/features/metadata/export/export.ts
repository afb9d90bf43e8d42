import type { ExportField } from '@otodana/contract'

import { inPages } from '#db/in-pages.ts'
import type { Db } from '#db/open.ts'
import type { WorkTable } from '#db/tables.ts'

import { ImportLine, type WorkMetadata } from '../fields/work-metadata.ts'
import { resolveMetadata } from '../resolve.ts'
import { readSources } from '../store/sources.ts'

const WORKS_AT_ONCE = 50
const presences = ['present', 'missing'] as const

type WorkRow = Pick<WorkTable, 'id' | 'source_id' | 'title' | 'root' | 'path' | 'state'> & { create_date: string }

export type ExportOptions = {
  /** Only works that lack one of these, with these fields as null, to be filled in; empty: all works. */
  missing?: readonly ExportField[]
}

/** Yields the works of the library as lines of an import file, each with its line feed. */
export async function* exportMetadata(db: Db, { missing = [] }: ExportOptions = {}): AsyncGenerator<string> {
  for await (const works of worksInPages(db, ['present'])) {
    const known = await readKnown(
      db,
      works.map(({ id }) => id),
    )
    const lines = works.flatMap(({ id, source_id: code }) => {
      const line = lineOf(code, known.get(id) ?? {}, missing)
      return line === null ? [] : [`${JSON.stringify(line)}\n`]
    })
    if (lines.length > 0) yield lines.join('')
  }
}

/** Yields all works, also those whose folders are missing, with what is known of them. */
export async function* exportWorks(db: Db) {
  for await (const works of worksInPages(db, presences)) {
    const known = await readKnown(
      db,
      works.map(({ id }) => id),
      presences,
    )
    yield works.map(({ id, source_id: code, title, create_date, root, path, state }) => ({
      code,
      create_date,
      ...importable(code, known.get(id) ?? { title }),
      folder: { root, path },
      isMissing: state === 'missing',
    }))
  }
}

/** Merging is work for the processor, so the pages are small. */
function worksInPages(db: Db, states: readonly WorkTable['state'][]) {
  return inPages<WorkRow>(
    (last, limit) =>
      db
        .selectFrom('work')
        .select(['id', 'source_id', 'title', 'create_date', 'root', 'path', 'state'])
        .where('state', 'in', states)
        .where('id', '>', last?.id ?? -1)
        .orderBy('id')
        .limit(limit)
        .execute(),
    WORKS_AT_ONCE,
  )
}

/** Returns what is known of works, by id; by default of those in the library. */
export async function readKnown(
  db: Db,
  workIds: readonly number[],
  states?: readonly WorkTable['state'][],
): Promise<Map<number, WorkMetadata>> {
  if (workIds.length === 0) return new Map()
  const works = await readSources(db, workIds, states)
  return new Map(
    works.map(({ id, sources }) => {
      const { title, ...others } = resolveMetadata(sources).fields
      // A title that is only the code is none.
      return [id, title === undefined || title === sources.code.code ? others : { title, ...others }]
    }),
  )
}

function lineOf(code: string, known: WorkMetadata, missing: readonly ExportField[]): object | null {
  if (missing.length === 0) return { code, ...importable(code, known) }
  const lacking = missing.filter((field) => known[field] === undefined || known[field] === 'unrated')
  if (lacking.length === 0) return null
  const about = [known.title, known.circle?.name].filter((name) => name !== undefined).join(' / ')
  // Not as fields of the import, which would go before whatever a provider says later.
  return { code, ...(about !== '' && { about }), ...Object.fromEntries(lacking.map((field) => [field, null])) }
}

/** Leaves out what an import would refuse, such as a title of a folder's name that is too long. */
function importable(code: string, known: WorkMetadata): WorkMetadata {
  const parsed = ImportLine.safeParse({ code, ...known })
  if (parsed.success) return known
  const refused = new Set(parsed.error.issues.map(({ path: [field] }) => field))
  return Object.fromEntries(Object.entries(known).filter(([field]) => !refused.has(field)))
}
