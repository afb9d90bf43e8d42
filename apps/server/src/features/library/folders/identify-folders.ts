import { isCodelessId } from '@otodana/work-code'

import type { Db } from '#db/open.ts'
import { readSidecarCode, readStoredSidecarCode, type SidecarCode } from '#features/metadata/index.ts'

import { fileKind } from '../files/file-kinds.ts'
import { type FileSystem, isWithin, joinName } from '../files/file-system.ts'
import { fingerprint } from '../files/fingerprint.ts'
import type { NewProblem } from '../scan-types.ts'
import { listWork } from '../walk/list-work.ts'
import type { SidecarPlace, Walk } from '../walk/walk.ts'
import {
  assignIdentity,
  codelessIdFor,
  type FolderIdentity,
  identityOfId,
  type Place,
  placeKey,
  withdrawIdentity,
} from './identities.ts'

type Deps = {
  db: Db
  write: (task: (tx: Db) => Promise<void>) => Promise<void>
  files: FileSystem
  pause: () => Promise<void>
}

/**
 * Brings folders' identities up to date with what a walk found: codes that sidecars state, and folders that were moved.
 *
 * @returns whether any has changed, so that the folders must be walked again
 */
export async function identifyFolders(
  deps: Deps,
  walk: Walk,
  rows: readonly FolderIdentity[],
): Promise<{ hasChanged: boolean; problems: NewProblem[] }> {
  const moved = await followMoved(deps, walk, rows)
  // Sidecars of moved folders are read in their new place, by the next scan.
  if (moved) return { hasChanged: true, problems: [] }
  return obeySidecars(deps, walk, rows)
}

async function obeySidecars({ write, files, pause }: Deps, walk: Walk, rows: readonly FolderIdentity[]) {
  const known = new Map(rows.map((row) => [placeKey(row), row]))
  const problems: NewProblem[] = []
  let hasChanged = false
  const change = async (place: Place, task: (tx: Db) => Promise<boolean>) => {
    let isDone = false
    await write(async (tx) => {
      isDone = await task(tx)
    })
    if (isDone) hasChanged = true
    else problems.push({ kind: 'duplicateCode', ...placeOf(place), workId: null, message: ANOTHER_FOLDER })
  }
  const seen = new Set<string>()
  for (const sidecar of walk.sidecars) {
    await pause()
    seen.add(placeKey(sidecar))
    const row = known.get(placeKey(sidecar))
    // An administrator's word goes before a sidecar's.
    if (row?.given_by === 'owner') continue
    const said = await codeIn(sidecar, files)
    if (said === undefined) continue
    if (said === null) {
      if (row) await change(sidecar, async (tx) => (await withdrawIdentity(tx, row)) !== false)
      continue
    }
    const current = sidecar.workId
    if (said === 'none' ? current !== null && isCodelessId(current) : current === said.id) continue
    await change(sidecar, async (tx) => {
      const workId = said === 'none' ? await codelessIdFor(tx, sidecar) : said.id
      const previousId = current !== null && (await isAt(tx, current, sidecar)) ? current : null
      return assignIdentity(tx, { place: placeOf(sidecar), workId, givenBy: 'sidecar', previousId })
    })
  }
  const places = new Set(walk.works.map(placeKey))
  for (const row of rows) {
    const isLeft = row.given_by === 'sidecar' && places.has(placeKey(row)) && !seen.has(placeKey(row))
    if (isLeft) await change(row, async (tx) => (await withdrawIdentity(tx, row)) !== false)
  }
  return { hasChanged, problems }

  async function isAt(tx: Db, id: number, { root, path }: Place): Promise<boolean> {
    const work = tx.selectFrom('work').select('id').where('id', '=', id)
    return (await work.where('root', '=', root).where('path', '=', path).executeTakeFirst()) !== undefined
  }
}

const ANOTHER_FOLDER = 'The sidecar states the code of a work that has another folder, which is the one that is used'

function placeOf({ root, path }: Place): Place {
  return { root, path }
}

/** Returns undefined if the sidecar cannot be read now, or says nothing that is understood. */
async function codeIn(
  { absolutePath, name, workId }: SidecarPlace,
  files: FileSystem,
): Promise<SidecarCode | null | undefined> {
  const store = files.storeOf?.(absolutePath)
  if (!store) return readSidecarCode(absolutePath, name)
  // A request for each work's sidecar in every scan is too much.
  if (workId !== null && !isCodelessId(workId)) return undefined
  return readStoredSidecarCode(name, (file, length) => store.readHead(joinName(absolutePath, file), length))
}

type FilesBySize = Map<number, { path: string; sizeBytes: number; print: string | null }[]>

/** Finds folders that have disappeared in new places, by their recordings. */
async function followMoved({ db, write, files, pause }: Deps, walk: Walk, rows: readonly FolderIdentity[]) {
  const found = new Set(walk.works.map(placeKey))
  const isHidden = ({ root, path }: Place) =>
    walk.unreadable.some((folder) => folder.root === root && isWithin(folder.path, path))
  const gone = rows.filter((row) => walk.roots.get(row.root) === 'ok' && !found.has(placeKey(row)) && !isHidden(row))
  if (gone.length === 0) return false
  const given = new Set(rows.map(placeKey))
  let free: Place[] = walk.codeless.filter((place) => !given.has(placeKey(place)))
  const unchanged = await unchangedFolders(db, walk)
  const filesOf = new Map<string, FilesBySize>()
  let hasMoved = false
  for (const row of gone) {
    const recordings = await readRecordings(db, row.work_id)
    if (recordings.size === 0) continue
    const named = walk.works.filter((work) => work.code.id === row.previous_id && !given.has(placeKey(work)))
    // An earlier scan has compared a missing work with the folders that it listed.
    const isCompared = await isMissing(db, row.work_id)
    const candidates = isCompared ? free.filter((place) => !unchanged.has(placeKey(place))) : free
    for (const place of [...candidates, ...named]) {
      await pause()
      if (!holdsMostOf(place, recordings)) continue
      await write(async (tx) => {
        await tx
          .updateTable('folder_identity')
          .set(placeOf(place))
          .where('root', '=', row.root)
          .where('path', '=', row.path)
          .execute()
      })
      given.add(placeKey(place))
      free = free.filter((other) => other !== place)
      hasMoved = true
      break
    }
  }
  return hasMoved

  function holdsMostOf(place: Place, recordings: Map<number, Set<string>>): boolean {
    const wanted = [...recordings.values()].reduce((sum, prints) => sum + prints.size, 0)
    const bySize = listRecordings(place)
    const same = new Set<string>()
    for (const [sizeBytes, prints] of recordings) {
      for (const file of bySize.get(sizeBytes) ?? []) {
        file.print ??= fingerprintOf(file.path, sizeBytes)
        if (prints.has(file.print)) same.add(file.print)
      }
    }
    return same.size * 2 > wanted
  }

  /** Lists each folder once a scan, however many works are gone. */
  function listRecordings(place: Place): FilesBySize {
    const known = filesOf.get(placeKey(place))
    if (known) return known
    const absolutePath = joinName(place.root, place.path)
    const name = place.path.slice(place.path.lastIndexOf('/') + 1)
    const code = identityOfId(1)
    const work = { ...placeOf(place), name, absolutePath, realPath: absolutePath, isNested: false, code }
    const listed = listWork(work, { realRoots: walk.realRoots, files }).files
    const recordings = listed.filter(({ path }) => fileKind(path) === 'audio')
    const unread = recordings.map(({ path, sizeBytes }) => ({
      path: joinName(absolutePath, path),
      sizeBytes,
      print: null,
    }))
    const bySize: FilesBySize = Map.groupBy(unread, ({ sizeBytes }) => sizeBytes)
    filesOf.set(placeKey(place), bySize)
    return bySize
  }

  /** A file that vanishes meanwhile has none. */
  function fingerprintOf(path: string, sizeBytes: number): string {
    try {
      return files.storeOf?.(path)?.fingerprint(path) ?? fingerprint(files, path, sizeBytes)
    } catch {
      return ''
    }
  }
}

/** Returns the folders without a code that are as the last scan found them. */
async function unchangedFolders(db: Db, walk: Walk): Promise<Set<string>> {
  const rows = await db.selectFrom('codeless_folder').selectAll().execute()
  const before = new Map(rows.map((row) => [placeKey(row), row]))
  const unchanged = walk.codeless.filter((folder) => {
    const row = before.get(placeKey(folder))
    return row?.audio_files === folder.audioFiles && row.size_bytes === folder.sizeBytes
  })
  return new Set(unchanged.map(placeKey))
}

async function isMissing(db: Db, workId: number): Promise<boolean> {
  const work = await db.selectFrom('work').select('state').where('id', '=', workId).executeTakeFirst()
  return work?.state === 'missing'
}

/** Returns the fingerprints of a work's recordings by size. */
async function readRecordings(db: Db, workId: number): Promise<Map<number, Set<string>>> {
  const rows = await db
    .selectFrom('file')
    .select(['size_bytes', 'fingerprint'])
    .where('work_id', '=', workId)
    .where('kind', '=', 'audio')
    .execute()
  const bySize = new Map<number, Set<string>>()
  for (const { size_bytes: size, fingerprint: print } of rows) {
    bySize.set(size, (bySize.get(size) ?? new Set()).add(print))
  }
  return bySize
}
