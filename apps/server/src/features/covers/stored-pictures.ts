import { hash } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { pictureProblem } from './picture-problem.ts'

/** Names of covers that were uploaded or taken over begin with this; those from providers with a work's id. */
export const UPLOAD_PREFIX = 'upload-'

export function isUploaded(name: string): boolean {
  return name.startsWith(UPLOAD_PREFIX)
}

/**
 * Checks a picture and writes it into a folder.
 *
 * @returns its name, which tells its content; or why it is unusable
 */
export async function storePicture(
  folder: string,
  prefix: string,
  given: Buffer,
  convert: (picture: Buffer) => Promise<Buffer> = (picture) => Promise.resolve(picture),
): Promise<{ name: string } | { problem: string }> {
  const problem = await pictureProblem(given.length, () => Promise.resolve(given))
  if (problem !== null) return { problem }
  const bytes = await convert(given)
  const name = `${prefix}-${hash('sha256', bytes, 'hex').slice(0, 16)}`
  await mkdir(folder, { recursive: true })
  const temporary = join(folder, `${name}.${process.pid}.tmp`)
  try {
    await writeFile(temporary, bytes, { mode: 0o600 })
    await rename(temporary, join(folder, name))
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  return { name }
}

export async function removePicture(folder: string, name: string): Promise<void> {
  await rm(join(folder, name), { force: true })
}
