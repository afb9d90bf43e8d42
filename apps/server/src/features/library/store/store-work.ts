import type { Db } from '#db/open.ts'

import {
  coverCandidates,
  coverFile,
  type FolderSources,
  lockWorks,
  type NameCache,
  readOtherSources,
  type ResolvedMetadata,
  resolveMetadata,
  saveWorkMetadata,
  storeFolderMetadata,
} from '#features/metadata/index.ts'

import { isStillWork } from '../folders/identities.ts'
import type { WorkReading } from '../read/read-work.ts'
import { replaceWorkProblems } from '../scan-problems.ts'
import type { FileContent } from '../scan-types.ts'
import { hasSubtitle, workDuration } from './summary.ts'

const ROWS_AT_ONCE = 500

/**
 * Stores what a scan has read of a work, in the caller's transaction. Vanished files stay unchanged: whether they are
 * marked as missing is decided for the whole root.
 *
 * @param cache  names of circles, tags and voice actors seen by this scan
 * @returns false if the folder has become another work since it was walked; nothing was stored
 */
export async function storeWork(tx: Db, reading: WorkReading, cache: NameCache): Promise<boolean> {
  const { found, known, sources } = reading
  const id = found.code.id
  await lockWorks(tx, [id])
  if (!(await isStillWork(tx, found))) return false
  const before = await tx.selectFrom('work').select('signature').where('id', '=', id).executeTakeFirst()
  // What an import or a provider has added since the work was read needs another reading.
  const isMarked = before !== undefined && known !== null && before.signature !== known.signature
  const metadata = sources && (await mergeSources(tx, id, sources))
  if (metadata) {
    const work = { id, sourceId: found.code.code, root: found.root, path: found.path, metadata }
    await saveWorkMetadata(tx, work, { cache })
  }
  await storeFiles(tx, id, reading)
  await replaceWorkProblems(tx, id, reading.problems)
  await tx
    .updateTable('work')
    .set({
      root: found.root,
      path: found.path,
      state: 'present',
      signature: isMarked ? before.signature : reading.unmarkedSignature,
      updated_at_ms: Date.now(),
    })
    .where('id', '=', id)
    .execute()
  await refreshSummary(tx, id, { named: metadata?.cover ?? null, keepsCover: metadata === null })
  return true
}

/** Editors, imports and providers are asked here, so that what they said during the scan is not lost. */
async function mergeSources(tx: Db, workId: number, sources: FolderSources): Promise<ResolvedMetadata> {
  const { sidecar, left = null } = sources
  const addedOn = await storeFolderMetadata(tx, workId, { sidecar, left, addedOn: sources.addedOn })
  return resolveMetadata({ ...sources, addedOn, ...(await readOtherSources(tx, workId)) })
}

async function storeFiles(tx: Db, workId: number, { added, updated }: WorkReading): Promise<void> {
  for (const { id, ...content } of updated) {
    await tx
      .updateTable('file')
      .set({ ...columns(content), state: 'present', missing_since_ms: null })
      .where('id', '=', id)
      .execute()
  }
  for (let start = 0; start < added.length; start += ROWS_AT_ONCE) {
    const rows = added.slice(start, start + ROWS_AT_ONCE)
    await tx
      .insertInto('file')
      .values(rows.map((content) => ({ ...columns(content), work_id: workId, state: 'present' as const })))
      .execute()
  }
}

/** Only the content's columns: a moved row keeps the others. */
function columns(content: FileContent): FileContent {
  const { path, kind, size_bytes, mtime_ms, fingerprint, read_version } = content
  const { duration_seconds, tags, has_picture, chapters, problem } = content
  const place = { path, kind, size_bytes, mtime_ms, fingerprint, read_version }
  return { ...place, duration_seconds, tags, has_picture, chapters, problem }
}

type CoverChoice = {
  /** Path of the image named in the metadata. */
  named: string | null
  /** Keeps the cover as long as its file is present. */
  keepsCover: boolean
}

/** Derives a work's duration, cover and subtitle flag from its present files. */
export async function refreshSummary(tx: Db, workId: number, { named, keepsCover }: CoverChoice): Promise<void> {
  const files = await tx
    .selectFrom('file')
    .select(['id', 'path', 'kind', 'duration_seconds', 'has_picture', 'problem'])
    .where('work_id', '=', workId)
    .where('state', '=', 'present')
    .orderBy('id')
    .execute()
  let cover = coverFile(files, named)
  if (keepsCover) {
    const work = await tx.selectFrom('work').select('cover_file_id').where('id', '=', workId).executeTakeFirst()
    if (coverCandidates(files, null).some(({ id }) => id === work?.cover_file_id)) cover = work?.cover_file_id ?? null
  }
  await tx
    .updateTable('work')
    .set({
      duration_seconds: workDuration(files),
      has_subtitle: hasSubtitle(files) ? 1 : 0,
      cover_file_id: cover,
    })
    .where('id', '=', workId)
    .execute()
}
