import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { isSidecarName } from '@otodana/contract'
import { stringify } from 'yaml'

import { nameNewFile } from '#data-dir/name-new-file.ts'
import type { Db } from '#db/open.ts'
import { pictureExtension } from '#features/covers/index.ts'
import { readSources, resolveMetadata, type WorkMetadata } from '#features/metadata/index.ts'
import { isS3Path } from '#storage/s3-settings.ts'

import { ProviderFailure, volatileFields } from './provider.ts'

const SIDECAR = 'otodana.yaml'
const HEADER = '# Written by Otodana from what a provider answered. It goes before the provider from now on.\n'
const COVER_NAME = /^(?:cover|folder)\.(?:jpe?g|png|webp|gif|avif|tiff?)$/i
/** Would be out of date soon, or are not read from sidecars. */
const LEFT_OUT: readonly string[] = [...volatileFields, 'samples']

/**
 * Writes what providers say of a work into its folder: `otodana.yaml` with the fields that no better source has, and the
 * cover. Nothing that is there is replaced.
 *
 * @param coverDir  folder of downloaded covers
 * @throws {ProviderFailure} nothing can be written there
 */
export async function writeBeside(db: Db, workId: number, coverDir: string): Promise<void> {
  const [work] = await readSources(db, [workId])
  if (!work?.sources.provided) return
  const { root, path, sources } = work
  if (isS3Path(root)) throw new ProviderFailure('inBucket', {})
  if (await isShared(db, root, path)) throw new ProviderFailure('sharedFolder', {})
  const { metadata, coverName } = work.sources.provided
  const { origins } = resolveMetadata(sources)
  const fields = Object.entries(metadata).filter(
    ([field]) => origins[field as keyof WorkMetadata] === 'provider' && !LEFT_OUT.includes(field),
  )
  const folder = join(root, path)
  try {
    const names = await readdir(folder)
    if (fields.length > 0 && !names.some(isSidecarName))
      await writeNew(folder, SIDECAR, HEADER + stringify(Object.fromEntries(fields)))
    // Another server may have downloaded it.
    const hasCover = coverName !== null && existsSync(join(coverDir, coverName))
    if (hasCover && !names.some((name) => COVER_NAME.test(name))) {
      const cover = await readFile(join(coverDir, coverName))
      const extension = pictureExtension(cover)
      if (extension !== null) await writeNew(folder, `cover.${extension}`, cover)
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw new ProviderFailure('notWritable', { detail: code }, { cause: error })
  }
}

async function isShared(db: Db, root: string, path: string): Promise<boolean> {
  const here = db.selectFrom('work').select('id').where('root', '=', root).where('path', '=', path)
  return (await here.where('state', '=', 'present').limit(2).execute()).length > 1
}

/** Writes a file as a whole or not at all, and never over another one. */
async function writeNew(folder: string, name: string, content: string | Buffer): Promise<void> {
  const target = join(folder, name)
  const temporary = join(folder, `.${name}.${randomUUID()}.tmp`)
  try {
    await writeFile(temporary, content, { flag: 'wx', flush: true })
    await nameNewFile(temporary, target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(temporary, { force: true })
  }
}
