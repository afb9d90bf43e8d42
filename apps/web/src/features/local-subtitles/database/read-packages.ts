import { canonicalCode, codeToId } from '@otodana/work-code'

import { openDatabase } from './database.ts'
import { orphanPackageIds } from './orphans.ts'
import { LocalSubtitleError } from '../problems.ts'
import type { LocalSubtitle, SubtitlePackage } from '../types.ts'

/** Returns all packages, latest first. */
export async function listPackages(): Promise<SubtitlePackage[]> {
  const db = await openDatabase()
  const rows = await db.getAll('subtitle_package')
  return rows
    .map(({ id, file_name, size, created_at }) => ({
      id,
      fileName: file_name,
      sizeBytes: size,
      createdAt: new Date(created_at),
    }))
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || b.id - a.id)
}

/**
 * Returns a work's subtitles in all packages, by path.
 *
 * @throws {LocalSubtitleError} `missingContent` if the content of one is missing
 */
export async function subtitlesOfWork(workId: number): Promise<LocalSubtitle[]> {
  const db = await openDatabase()
  const transaction = db.transaction(['subtitle_package', 'subtitle_record', 'subtitle_content'])
  const packageIds = new Set(await transaction.objectStore('subtitle_package').getAllKeys())
  const rows = await transaction.objectStore('subtitle_record').index('product_ids').getAll(canonicalCode(workId))
  const found = await Promise.all(
    rows
      .filter(({ subtitle_package_id }) => packageIds.has(subtitle_package_id))
      .map(async ({ id, subtitle_package_id: packageId, subtitle_file_path: path, subtitle_content_id }) => {
        const content = await transaction.objectStore('subtitle_content').get(subtitle_content_id)
        if (!content) throw new LocalSubtitleError({ kind: 'missingContent', path })
        return { id, packageId, path, name: path.slice(path.lastIndexOf('/') + 1), content: content.content }
      }),
  )
  return found.sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** Returns the ids of all works with subtitles on this device, in no particular order. */
export async function subtitledWorkIds(): Promise<number[]> {
  const db = await openDatabase()
  const transaction = db.transaction(['subtitle_package', 'subtitle_record'])
  const records = transaction.objectStore('subtitle_record')
  const leftovers = await orphanPackageIds(transaction)
  const codes = new Set<string>()
  if (leftovers.length === 0) {
    for (let cursor = await records.index('product_ids').openKeyCursor(null, 'nextunique'); cursor;) {
      codes.add(cursor.key)
      cursor = await cursor.continue()
    }
  } else {
    // Skips packages whose import is running or was interrupted.
    for (const packageId of await transaction.objectStore('subtitle_package').getAllKeys()) {
      for (const { product_ids } of await records.index('subtitle_package_id').getAll(packageId)) {
        for (const code of product_ids) codes.add(code)
      }
    }
  }
  return [...codes].flatMap((code) => codeToId(code) ?? [])
}
