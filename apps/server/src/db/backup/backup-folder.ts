import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** `update`: made before a newer version changed the database. */
export type BackupKind = 'regular' | 'update'

export type StoredBackup = { name: string; kind: BackupKind; madeAtMs: number; sizeBytes: number }

const NAME = /^otodana-(before-update-)?\d{8}-\d{9}\.backup$/
/** What a killed process left behind. */
const LEFT = /^otodana-(?:before-update-)?\d{8}-\d{9}\.backup\.partial-[0-9a-f]{12}$/
const LEFT_FOR_MS = 86_400_000

/** `otodana-20261123-190000123.backup`; in the order of names they are in the order of time. */
export function backupName(kind: BackupKind, atMs: number): string {
  const stamp = new Date(atMs)
    .toISOString()
    .replace(/[-:.Z]/g, '')
    .replace('T', '-')
  return `otodana-${kind === 'update' ? 'before-update-' : ''}${stamp}.backup`
}

/** Whether a file of that name may be one of ours: other files in the folder are never listed, sent or removed. */
export function isBackupName(name: string): boolean {
  return NAME.test(name)
}

/** Lists the backups of a folder, the latest first; none if there is no folder. */
export async function listBackups(dir: string): Promise<StoredBackup[]> {
  const found = await Promise.all(
    (await namesIn(dir)).filter(isBackupName).map(async (name): Promise<StoredBackup[]> => {
      const file = await statOf(join(dir, name))
      const kind = name.includes('before-update') ? 'update' : 'regular'
      return file === null ? [] : [{ name, kind, madeAtMs: file.mtimeMs, sizeBytes: file.size }]
    }),
  )
  return found.flat().toSorted((a, b) => b.madeAtMs - a.madeAtMs)
}

/** Removes all but the latest backups of a kind, and unfinished ones of processes that were killed. */
export async function removeOldBackups(dir: string, kind: BackupKind, keep: number): Promise<void> {
  const old = (await listBackups(dir)).filter((backup) => backup.kind === kind).slice(keep)
  for (const { name } of old) await rm(join(dir, name), { force: true })
  for (const name of await namesIn(dir)) {
    if (!LEFT.test(name)) continue
    const file = await statOf(join(dir, name))
    if (file !== null && Date.now() - file.mtimeMs > LEFT_FOR_MS) await rm(join(dir, name), { force: true })
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
