import type { Db } from '#db/open.ts'

import type { LibraryRoot } from '#settings/library-roots.ts'

import { isWithin } from '../files/file-system.ts'
import type { KnownWork, NewProblem } from '../scan-types.ts'
import { refreshSummary } from '../store/store-work.ts'
import type { Walk } from '../walk/walk.ts'

const ROWS_AT_ONCE = 200

/** A larger share of a root's works or files is not marked as missing without confirmation. Texts and docs call it a tenth. */
const MAX_MISSING_SHARE = 1 / 10

/** A loss in this many works is marked in any case, unless they are half of the library folder or more. */
const FEW_WORKS = 2

function isTooMuch(gone: number, before: number): boolean {
  return gone > before * MAX_MISSING_SHARE
}

/** Files missing from a work that is present. */
export type Vanished = {
  workId: number
  /** The library folder that contained the work before this scan. */
  root: string
  fileIds: number[]
  /** The work's signature once they are marked. */
  signature: string
  coverPath: string | null
}

type Present = {
  works: number
  files: number
  /** Of these, how many have gone missing since the last whole scan. */
  goneWorks: number
  goneFiles: number
  /** Works that have lost files since then, gone or not. */
  affectedWorks: number
}

/**
 * Counts the works and files of each library folder that were present before the scan; for a scan of a few folders, after
 * the last whole scan, so that many small losses are noticed as one large loss.
 *
 * @param sinceMs  when the last whole scan ended; null: for a whole scan
 */
export async function countPresent(db: Db, sinceMs: number | null): Promise<Map<string, Present>> {
  const [works, files] = await Promise.all([
    db
      .selectFrom('work')
      .select((eb) => ['root', eb.fn.countAll<number>().as('count')])
      .where('state', '=', 'present')
      .groupBy('root')
      .execute(),
    db
      .selectFrom('file')
      .innerJoin('work', 'work.id', 'file.work_id')
      .select((eb) => ['work.root', eb.fn.countAll<number>().as('count')])
      .where('file.state', '=', 'present')
      .where('work.state', '=', 'present')
      .groupBy('work.root')
      .execute(),
  ])
  const present = new Map(works.map(({ root, count }) => [root, aPresent({ works: count })]))
  for (const { root, count } of files) {
    const counts = present.get(root)
    if (counts) counts.files = count
  }
  if (sinceMs === null) return present
  const gone = await db
    .selectFrom('file')
    .innerJoin('work', 'work.id', 'file.work_id')
    .select((eb) => [
      'work.root',
      eb.fn
        .count<number>(eb.case().when('work.state', '=', 'missing').then(eb.ref('work.id')).end())
        .distinct()
        .as('works'),
      eb.fn.countAll<number>().as('files'),
      eb.fn.count<number>('work.id').distinct().as('affected'),
    ])
    .where('file.missing_since_ms', '>', sinceMs)
    .groupBy('work.root')
    .execute()
  for (const { root, works: goneWorks, files: goneFiles, affected: affectedWorks } of gone) {
    const { works: nowWorks, files: nowFiles } = present.get(root) ?? aPresent({})
    const before = { works: nowWorks + goneWorks, files: nowFiles + goneFiles }
    present.set(root, { ...before, goneWorks, goneFiles, affectedWorks })
  }
  return present
}

function aPresent(counts: Partial<Present>): Present {
  return { works: 0, files: 0, goneWorks: 0, goneFiles: 0, affectedWorks: 0, ...counts }
}

type Situation = {
  db: Db
  roots: readonly LibraryRoot[]
  /** Former library folders, whose works are marked without confirmation. */
  retired: readonly string[]
  walk: Walk
  /** Works that were present before the scan, and whose folders were not found. */
  gone: readonly KnownWork[]
  vanished: readonly Vanished[]
  /** What was present before the scan, by library folder. */
  present: () => Promise<ReadonlyMap<string, Present>>
  allowMissing: boolean
  /** Runs one short transaction if the scan still holds the lease. */
  write(work: (tx: Db) => Promise<void>): Promise<void>
  onMarked(works: number): void
}

/**
 * Marks works and files as missing, root by root, unless there are suspiciously many: an unmounted disk looks exactly
 * like a deleted library. Never deletes anything.
 *
 * @returns a problem for each root where nothing was marked
 */
export async function markMissing(situation: Situation): Promise<NewProblem[]> {
  const { walk, gone, vanished, write } = situation
  const problems: NewProblem[] = []
  for (const root of new Set([...gone, ...vanished].map((item) => item.root))) {
    // Reported by the walk; its content is unknown.
    if (walk.roots.get(root) === 'unavailable') continue
    const hidden = walk.unreadable.filter((folder) => folder.root === root)
    const goneHere = gone.filter(
      (work) => work.root === root && !hidden.some((folder) => isWithin(folder.path, work.path)),
    )
    const vanishedHere = vanished.filter((item) => item.root === root)
    if (goneHere.length === 0 && vanishedHere.length === 0) continue

    const refusal = await reasonToRefuse(root, goneHere, vanishedHere, situation)
    if (refusal) {
      problems.push(refusal)
      continue
    }
    for (const works of chunks(goneHere)) {
      await write((tx) => markWorks(tx, works))
      situation.onMarked(works.length)
    }
    for (const items of chunks(vanishedHere)) await write((tx) => markFiles(tx, items))
  }
  return problems
}

async function reasonToRefuse(
  root: string,
  gone: readonly KnownWork[],
  vanished: readonly Vanished[],
  { db, roots, retired, walk, present, allowMissing }: Situation,
): Promise<NewProblem | null> {
  const state = walk.roots.get(root)
  const refuse = (kind: NewProblem['kind'], message: string) => ({ kind, root, path: '', workId: null, message })
  const allow = 'If that is right, run: npm run otodana -- scan --allow-missing'

  if (!roots.some(({ path }) => path === root)) {
    if (allowMissing || retired.includes(root)) return null
    return refuse(
      'rootUnavailable',
      `It is no longer a library folder; ${gone.length} works in it stay as they are. ${allow}`,
    )
  }
  if (allowMissing) return null
  if (state === 'empty' && gone.length > 0) {
    return refuse('rootUnavailable', `It is empty, and ${gone.length} works should be in it. Is it mounted? ${allow}`)
  }
  const before = (await present()).get(root) ?? aPresent({})
  const affected = gone.length + vanished.length + before.affectedWorks
  if (affected <= FEW_WORKS && affected < before.works / 2) return null
  const works = gone.length + before.goneWorks
  const files = (await countFiles(db, gone)) + sumOf(vanished.map(({ fileIds }) => fileIds.length)) + before.goneFiles
  if (!isTooMuch(works, before.works) && !isTooMuch(files, before.files)) return null
  return refuse(
    'manyMissing',
    `${works} of its ${before.works} works and ${files} of its ${before.files} files are gone, ` +
      `more than a tenth; none was marked missing. ${allow}`,
  )
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}

async function countFiles(db: Db, works: readonly KnownWork[]): Promise<number> {
  let total = 0
  for (const some of chunks(works)) {
    const { count } = await db
      .selectFrom('file')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('state', '=', 'present')
      .where(
        'work_id',
        'in',
        some.map(({ id }) => id),
      )
      .executeTakeFirstOrThrow()
    total += count
  }
  return total
}

/** Marks all works of a former library folder, in short transactions. */
export async function markRoot(db: Db, root: string): Promise<void> {
  const works = await db
    .selectFrom('work')
    .select('id')
    .where('root', '=', root)
    .where('state', '=', 'present')
    .execute()
  for (const some of chunks(works)) await db.transaction().execute((tx) => markWorks(tx, some))
}

async function markWorks(tx: Db, works: readonly Pick<KnownWork, 'id'>[]): Promise<void> {
  const ids = works.map(({ id }) => id)
  const now = Date.now()
  await tx
    .updateTable('work')
    .set({ state: 'missing', signature: null, updated_at_ms: now })
    .where('id', 'in', ids)
    .execute()
  await tx
    .updateTable('file')
    .set({ state: 'missing', missing_since_ms: now })
    .where('work_id', 'in', ids)
    .where('state', '=', 'present')
    .execute()
  await tx.deleteFrom('scan_problem').where('work_id', 'in', ids).execute()
}

async function markFiles(tx: Db, items: readonly Vanished[]): Promise<void> {
  const now = Date.now()
  for (const { workId, fileIds, signature, coverPath } of items) {
    for (const ids of chunks(fileIds)) {
      await tx.updateTable('file').set({ state: 'missing', missing_since_ms: now }).where('id', 'in', ids).execute()
    }
    await tx.updateTable('work').set({ signature, updated_at_ms: now }).where('id', '=', workId).execute()
    await refreshSummary(tx, workId, { named: coverPath, keepsCover: coverPath === null })
  }
}

function chunks<T>(items: readonly T[]): T[][] {
  const parts: T[][] = []
  for (let start = 0; start < items.length; start += ROWS_AT_ONCE) parts.push(items.slice(start, start + ROWS_AT_ONCE))
  return parts
}
