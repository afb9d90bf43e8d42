import { setImmediate } from 'node:timers/promises'

import type { ExportField } from '@otodana/contract'

import type { Db } from '#db/open.ts'

import { ImportLine, type WorkMetadata } from '../fields/work-metadata.ts'
import { resolveMetadata } from '../resolve.ts'
import { readSources } from '../store/sources.ts'

const WORKS_AT_ONCE = 50

export type ExportOptions = {
  /** Only works that lack one of these, with these fields as null, to be filled in; empty: all works. */
  missing?: readonly ExportField[]
}

/** Yields the works of the library as lines of an import file, each with its line feed. */
export async function* exportMetadata(db: Db, { missing = [] }: ExportOptions = {}): AsyncGenerator<string> {
  for (let after = -1; ;) {
    const works = await db
      .selectFrom('work')
      .select(['id', 'source_id as code'])
      .where('state', '=', 'present')
      .where('id', '>', after)
      .orderBy('id')
      .limit(WORKS_AT_ONCE)
      .execute()
    const ids = works.map(({ id }) => id)
    const known = await readKnown(db, ids)
    const lines = works.flatMap(({ id, code }) => {
      const line = lineOf(code, known.get(id) ?? {}, missing)
      return line === null ? [] : [`${JSON.stringify(line)}\n`]
    })
    if (lines.length > 0) yield lines.join('')
    if (works.length < WORKS_AT_ONCE) return
    after = ids.at(-1) ?? after
    // Merging is work for the processor: requests come in between.
    await setImmediate()
  }
}

/** Returns what is known of works of the library, by id. */
export async function readKnown(db: Db, workIds: readonly number[]): Promise<Map<number, WorkMetadata>> {
  if (workIds.length === 0) return new Map()
  const works = await readSources(db, workIds)
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
