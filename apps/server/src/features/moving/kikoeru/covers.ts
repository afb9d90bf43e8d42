import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'

import { KIKOERU_COVER, MAX_KIKOERU_COVER_BYTES } from '@otodana/contract'
import { canonicalCode, parseWorkCode } from '@otodana/work-code'

import { pictureProblem, storePicture, UPLOAD_PREFIX } from '#features/covers/index.ts'

type Cover = { name: string } | { problem: string } | null

/** kikoeru's folder of covers. */
export type CoverFolder = {
  /** Where they are. */
  from: string
  /** Where uploaded covers are stored: like those, it cannot be downloaded again. */
  to: string
}

/** The name of a work's cover. */
function coverName(workId: number): string {
  return `${canonicalCode(workId)}_img_main.jpg`
}

/** Returns the name under which a cover that was sent is found; null: it is no cover of a work. */
export function sentCoverName(given: string): string | null {
  const work = parseWorkCode(KIKOERU_COVER.exec(given)?.[1] ?? '')
  return work && coverName(work.id)
}

/**
 * Copies a work's cover, if it has one and it is a picture.
 *
 * @returns its name, which is empty in a dry run
 */
export async function takeCover({ from, to }: CoverFolder, workId: number, dryRun: boolean): Promise<Cover> {
  const bytes = await readFileOnly(join(from, coverName(workId)))
  if (bytes === null) return null
  if (typeof bytes === 'string') return { problem: bytes }
  if (!dryRun) return storePicture(to, `${UPLOAD_PREFIX}${workId}`, bytes)
  const problem = await pictureProblem(bytes.length, () => Promise.resolve(bytes))
  return problem === null ? { name: '' } : { problem }
}

/** Reads a file that is neither a link nor a device; null if there is none. */
async function readFileOnly(path: string): Promise<Buffer | string | null> {
  let file
  try {
    file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    return code === 'ELOOP' ? 'It is a link' : `It cannot be read (${String(code)})`
  }
  try {
    const stats = await file.stat()
    if (!stats.isFile()) return 'It is not a file'
    if (stats.size > MAX_KIKOERU_COVER_BYTES) return `It is larger than ${MAX_KIKOERU_COVER_BYTES / 1024 / 1024} MB`
    return await file.readFile()
  } finally {
    await file.close()
  }
}
