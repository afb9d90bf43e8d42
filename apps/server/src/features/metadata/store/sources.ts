import { basename } from 'node:path'

import { parseWorkIdentity } from '@otodana/work-code'

import type { Db } from '#db/open.ts'
import type { WorkTable } from '#db/tables.ts'

import { type EditedMetadata, parseEdited } from '../fields/edited.ts'
import { readImported } from '../import/imported.ts'
import type { EmbeddedTags } from '../media/probe.ts'
import type { MetadataSources } from '../resolve.ts'
import { readFolderMetadata } from './folder-metadata.ts'
import { readCirclesAround } from './library-circles.ts'
import { readProvided } from './provided.ts'

export type WorkSources = { id: number; sourceId: string; root: string; path: string; sources: MetadataSources }

/** The sources of a work outside its folder. */
export type OtherSources = Pick<MetadataSources, 'edited' | 'imported' | 'provided'>

/** Those of its folder. */
export type FolderSources = Omit<MetadataSources, keyof OtherSources>

/** Reads what editors, imports and providers say of a work. */
export async function readOtherSources(db: Db, workId: number): Promise<OtherSources> {
  return {
    edited: await readEdited(db, workId),
    imported: await readImported(db, workId),
    provided: await readProvided(db, workId),
  }
}

/**
 * Reads all sources of works; works whose folder no scan has read yet are left out.
 *
 * @param states  by default only works that are in the library
 */
export async function readSources(
  db: Db,
  workIds: readonly number[],
  states: readonly WorkTable['state'][] = ['present'],
): Promise<WorkSources[]> {
  const works = await db
    .selectFrom('work')
    .select(['id', 'source_id', 'root', 'path'])
    .where('id', 'in', workIds)
    .where('state', 'in', states)
    .execute()
  const places = works.flatMap((work) => {
    const code = parseWorkIdentity(work.source_id)
    return code ? [{ ...work, code }] : []
  })
  const folders = await readFolderMetadata(db, workIds)
  const embedded = await readEmbeddedTags(db, workIds)
  const circles = await readCirclesAround(db, places)
  const found: WorkSources[] = []
  for (const { id, source_id: sourceId, root, path, code } of places) {
    const folder = folders.get(id)
    if (!folder) continue
    const sources = {
      code,
      folderName: basename(path === '' ? root : path),
      ...folder,
      ...(await readOtherSources(db, id)),
      embedded: embedded.get(id) ?? [],
      circleFolder: circles.folderOf({ root, path }),
      isCircle: circles.isKnown,
    }
    found.push({ id, sourceId, root, path, sources })
  }
  return found
}

async function readEdited(db: Db, workId: number): Promise<EditedMetadata | null> {
  const row = await db.selectFrom('work_edit').select('data').where('work_id', '=', workId).executeTakeFirst()
  return row ? parseEdited(row.data) : null
}

async function readEmbeddedTags(db: Db, workIds: readonly number[]): Promise<Map<number, EmbeddedTags[]>> {
  const rows = await db
    .selectFrom('file')
    .innerJoin('work', 'work.id', 'file.work_id')
    .select(['file.work_id', 'file.path', 'file.tags'])
    .where('file.work_id', 'in', workIds)
    // The files of a missing work are missing with it.
    .whereRef('file.state', '=', 'work.state')
    .where('file.tags', 'is not', null)
    .execute()
  // In the order in which a scan reads them.
  rows.sort((a, b) => (a.path < b.path ? -1 : 1))
  const tags = new Map<number, EmbeddedTags[]>()
  for (const row of rows) {
    const known = tags.get(row.work_id) ?? []
    tags.set(row.work_id, known)
    if (row.tags !== null) known.push(JSON.parse(row.tags) as EmbeddedTags)
  }
  return tags
}
