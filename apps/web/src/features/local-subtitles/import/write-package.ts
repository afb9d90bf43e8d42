import { unwrap } from 'idb'

import { LocalSubtitleError } from '../problems.ts'
import type { ContentRow, LocalDatabase, New, PackageRow, RecordRow } from '../database/schema.ts'
import { removeOrphan } from '../database/orphans.ts'

/** A subtitle ready to be stored. */
export type UnpackedFile = { path: string; productIds: string[]; content: Uint8Array<ArrayBuffer>; hash: string }

/**
 * Stores a package. Its row is written last: until then nothing of it is visible, whatever happens to this tab.
 *
 * @throws {LocalSubtitleError} `importedAlready`
 */
export async function startPackage(db: LocalDatabase, row: New<PackageRow>, signal: AbortSignal) {
  const id = await reserveId(db, row)
  /** Contents referenced by this package, by hash. */
  const contentIds = new Map<string, number>()
  let written = 0
  // While there are no other contents, none must be looked up. Other tabs may add some at any time.
  let [isAlone, lastContentId] = [true, 0]

  /** Stores some of its files. */
  async function write(files: readonly UnpackedFile[]): Promise<void> {
    const transaction = db.transaction(['subtitle_content', 'subtitle_record'], 'readwrite', { durability: 'relaxed' })
    // The reason of a failure is read below.
    transaction.done.catch(() => undefined)
    const stop = () => transaction.abort()
    signal.addEventListener('abort', stop)
    try {
      const created_at = new Date()
      const contents = transaction.objectStore('subtitle_content')
      const unknown = new Map(files.filter(({ hash }) => !contentIds.has(hash)).map((file) => [file.hash, file]))
      const last = await contents.openKeyCursor(null, 'prev')
      isAlone &&= (last?.key ?? 0) === lastContentId
      if (!isAlone) {
        const hashes = [...unknown.keys()]
        const known = await Promise.all(hashes.map((hash) => contents.index('file_hash').getKey(hash)))
        known.forEach((contentId, index) => {
          if (contentId === undefined) return
          contentIds.set(hashes[index]!, contentId)
          unknown.delete(hashes[index]!)
        })
      }
      const fresh = [...unknown.values()]
      const ids = await addAll<ContentRow>(
        unwrap(contents),
        fresh.map(({ hash: file_hash, content }) => ({ size: content.length, file_hash, created_at, content })),
      )
      fresh.forEach(({ hash }, index) => contentIds.set(hash, ids[index]!))
      lastContentId = ids.at(-1) ?? lastContentId
      const rows = files.map(({ path, productIds, hash }) => {
        const contentId = contentIds.get(hash)
        if (contentId === undefined) throw new LocalSubtitleError({ kind: 'missingRecord', path, hash })
        return {
          subtitle_file_path: path,
          product_ids: productIds,
          subtitle_package_id: id,
          subtitle_content_id: contentId,
          created_at,
        }
      })
      await addAll<RecordRow>(unwrap(transaction.objectStore('subtitle_record')), rows)
      await transaction.done
      written += files.length
    } catch (error) {
      throw await endOf(transaction, error)
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  /** Completes the package, if everything written is still there. */
  async function commit(): Promise<number> {
    const transaction = db.transaction(['subtitle_package', 'subtitle_record'], 'readwrite')
    const stored = await transaction.objectStore('subtitle_record').index('subtitle_package_id').count(id)
    if (stored !== written) {
      throw new LocalSubtitleError({ kind: 'missingRecord', path: row.file_name, hash: row.file_hash })
    }
    const packages = transaction.objectStore('subtitle_package')
    // Another tab may have imported the same one meanwhile.
    refuse(await packages.index('file_hash').get(row.file_hash))
    await packages.add({ ...row, id })
    await transaction.done
    return id
  }

  const rollBack = () => removeOrphan(db, id)

  return { write, commit, rollBack }
}

/** Adds rows and returns their ids. Listens to the last request only, because requests complete in order. */
function addAll<Row extends { id: number }>(store: IDBObjectStore, rows: readonly New<Row>[]): Promise<number[]> {
  const requests = rows.map((row) => store.add(row))
  const last = requests.at(-1)
  return new Promise((resolve, reject) => {
    if (!last) return resolve([])
    last.onsuccess = () => resolve(requests.map(({ result }) => result as number))
    // If an earlier one fails, the transaction is aborted, and so is this.
    last.onerror = () => reject(last.error)
  })
}

/** Ends a failed transaction; only the transaction knows why it was aborted, for example because of the quota. */
async function endOf(transaction: { abort: () => void; done: Promise<void>; error: unknown }, error: unknown) {
  try {
    transaction.abort()
  } catch {
    // It has been aborted already.
  }
  await transaction.done.catch(() => undefined)
  return transaction.error ?? error
}

function refuse(known: PackageRow | undefined): void {
  if (known) throw new LocalSubtitleError({ kind: 'importedAlready', fileName: known.file_name })
}

/** Reserves a unique id: the database never reuses one, even of a deleted row. */
async function reserveId(db: LocalDatabase, row: New<PackageRow>): Promise<number> {
  const transaction = db.transaction('subtitle_package', 'readwrite')
  refuse(await transaction.store.index('file_hash').get(row.file_hash))
  const id = await transaction.store.add(row as PackageRow)
  await transaction.store.delete(id)
  await transaction.done
  return id
}
