import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** `update`: made before a newer version changed the database. */
export type BackupKind = 'regular' | 'update'

export type StoredBackup = { name: string; kind: BackupKind; madeAtMs: number; sizeBytes: number }

/** A database's backups in a folder that other databases may use too. */
export type BackupFolder = {
  dir: string
  /** See {@link backupIdOf}. */
  id: string
}

type Log = { warn(fields: { err: unknown; path: string }, text: string): void }

/** SQLite's journal is beside what a killed process was writing. */
const NAME =
  /^otodana-(?<update>before-update-)?(?<id>[0-9a-f]{8})-(?<stamp>\d{8}-\d{9})\.backup(?<partial>\.partial-[0-9a-f]{12}(?:-journal)?)?$/
/** A backup that is being written changes all the time, and then not while it is checked. */
const LEFT_FOR_MS = 3_600_000

/** Names a backup `otodana-0a1b2c3d-20261123-190000123.backup`. */
export function backupName(kind: BackupKind, id: string, atMs: number): string {
  const stamp = new Date(atMs)
    .toISOString()
    .replace(/[-:.Z]/g, '')
    .replace('T', '-')
  return `otodana-${kind === 'update' ? 'before-update-' : ''}${id}-${stamp}.backup`
}

type ParsedName = { kind: BackupKind; madeAtMs: number; isPartial: boolean }

/** @returns null if it is no backup of the database: such files are never listed, sent or removed */
function parseName(name: string, id: string): ParsedName | null {
  const { groups } = NAME.exec(name) ?? {}
  if (groups?.['id'] !== id) return null
  const iso = (groups['stamp'] ?? '').replace(
    /^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)(\d{3})$/,
    '$1-$2-$3T$4:$5:$6.$7Z',
  )
  const madeAtMs = Date.parse(iso)
  if (Number.isNaN(madeAtMs)) return null
  return { kind: groups['update'] ? 'update' : 'regular', madeAtMs, isPartial: groups['partial'] !== undefined }
}

/** Whether a file of that name may be a backup of the database. */
export function isBackupName(name: string, id: string): boolean {
  return parseName(name, id)?.isPartial === false
}

/** Lists the backups of a database, the latest first; none if there is no folder. */
export async function listBackups({ dir, id }: BackupFolder): Promise<StoredBackup[]> {
  const found = await Promise.all(
    (await namesIn(dir)).map(async (name): Promise<StoredBackup[]> => {
      const parsed = parseName(name, id)
      if (parsed === null || parsed.isPartial) return []
      const file = await statOf(join(dir, name))
      // The file's own time changes when it is copied.
      return file === null ? [] : [{ name, kind: parsed.kind, madeAtMs: parsed.madeAtMs, sizeBytes: file.size }]
    }),
  )
  return found.flat().toSorted((a, b) => b.madeAtMs - a.madeAtMs)
}

/** Removes all but the latest backups of a kind; a failure is only logged. */
export async function removeOldBackups(folder: BackupFolder, kind: BackupKind, keep: number, log: Log): Promise<void> {
  await orWarn(log, folder.dir, async () => {
    const old = (await listBackups(folder)).filter((backup) => backup.kind === kind).slice(keep)
    for (const { name } of old) await remove(join(folder.dir, name), log)
  })
}

/**
 * Removes what killed processes left of unfinished backups of a kind; a failure is only logged.
 *
 * @param leftForMs  for how long nothing has changed them. With 0 no other process can be writing one
 */
export async function removeUnfinished(
  { dir, id }: BackupFolder,
  { kind, leftForMs = LEFT_FOR_MS, log }: { kind: BackupKind; leftForMs?: number; log: Log },
): Promise<void> {
  await orWarn(log, dir, async () => {
    for (const name of await namesIn(dir)) {
      const parsed = parseName(name, id)
      if (parsed?.kind !== kind || !parsed.isPartial) continue
      const file = await statOf(join(dir, name))
      if (file !== null && Date.now() - file.mtimeMs >= leftForMs) await remove(join(dir, name), log)
    }
  })
}

function remove(path: string, log: Log): Promise<void> {
  return orWarn(log, path, () => rm(path, { force: true }))
}

async function orWarn(log: Log, path: string, task: () => Promise<void>): Promise<void> {
  try {
    await task()
  } catch (error) {
    log.warn({ err: error, path }, 'an old backup could not be removed')
  }
}

function namesIn(dir: string): Promise<string[]> {
  return orIfMissing(readdir(dir), [])
}

/** Another server may have removed it meanwhile. */
function statOf(path: string) {
  return orIfMissing(stat(path), null)
}

async function orIfMissing<T, U>(found: Promise<T>, otherwise: U): Promise<T | U> {
  try {
    return await found
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return otherwise
    throw error
  }
}
