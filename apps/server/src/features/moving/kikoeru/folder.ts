import { open, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'

import { MAX_KIKOERU_SECRET_LENGTH } from '@otodana/contract'
import * as z from 'zod'

import { TakeOverError } from './take-over-error.ts'

const MAX_CONFIG_BYTES = 1024 * 1024
const MAX_ROOTS = 1_000

const Config = z.object({
  md5secret: z.string().max(MAX_KIKOERU_SECRET_LENGTH).optional(),
  rootFolders: z
    .array(z.object({ name: z.string().max(1_000), path: z.string().max(4_000) }))
    .max(MAX_ROOTS)
    .optional(),
})

export type KikoeruConfig = { secret: string | null; rootFolders: { name: string; path: string }[] }

/**
 * Reads kikoeru's `config.json`.
 *
 * @throws {TakeOverError} it is not one; names the field
 */
function parseKikoeruConfig(text: string): KikoeruConfig {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch (error) {
    throw new TakeOverError('failed', 'config.json is not JSON', { cause: error })
  }
  const parsed = Config.safeParse(content)
  if (!parsed.success) throw new TakeOverError('failed', `config.json: ${z.prettifyError(parsed.error)}`)
  const { md5secret = null, rootFolders = [] } = parsed.data
  return { secret: md5secret, rootFolders }
}

export type KikoeruFolder = { database: string; covers: string; config: KikoeruConfig | null }

/**
 * Finds kikoeru's files: in its own folder, or beside each other in one.
 *
 * @throws {TakeOverError} there is no database
 */
export async function findKikoeru(dir: string): Promise<KikoeruFolder> {
  const databases = ['sqlite/db.sqlite3', 'db.sqlite3'].map((path) => join(dir, path))
  const [database] = await filterFiles(databases)
  if (database === undefined) throw new TakeOverError('failed', `There is no ${databases.join(' and no ')}`)
  const [config] = await filterFiles(['config/config.json', 'config.json'].map((path) => join(dir, path)))
  return {
    database,
    covers: join(dir, 'covers'),
    config: config === undefined ? null : parseKikoeruConfig(await readStart(config)),
  }
}

/**
 * Returns where the library folders are here.
 *
 * @param mapped  new paths by name: in a container kikoeru saw others
 */
export function libraryFolders({ rootFolders }: KikoeruConfig, mapped: ReadonlyMap<string, string>) {
  return rootFolders.map(({ name, path }) => ({ name, path: mapped.get(name) ?? path }))
}

async function filterFiles(paths: readonly string[]): Promise<string[]> {
  const isFile = await Promise.all(
    paths.map((path) =>
      stat(path).then(
        (stats) => stats.isFile(),
        () => false,
      ),
    ),
  )
  return paths.filter((_, index) => isFile[index])
}

async function readStart(path: string): Promise<string> {
  const file = await open(path)
  try {
    if ((await file.stat()).size > MAX_CONFIG_BYTES)
      throw new TakeOverError('failed', `${basename(path)} is larger than 1 MB`)
    return await file.readFile('utf8')
  } finally {
    await file.close()
  }
}
