import { hash } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { pictureProblem } from '#features/covers/index.ts'

import { ProviderFailure } from './provider.ts'

/**
 * Checks a downloaded cover and writes it into a folder.
 *
 * @returns its name, which tells its content
 * @throws {ProviderFailure} it is no picture, or a broken or enormous one
 */
export async function writeCover(folder: string, prefix: string, bytes: Buffer): Promise<string> {
  const problem = await pictureProblem(bytes.length, () => Promise.resolve(bytes))
  if (problem !== null) throw new ProviderFailure(`The cover is unusable: ${problem}`)
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
  return name
}

export async function removeCover(folder: string, name: string): Promise<void> {
  await rm(join(folder, name), { force: true })
}
