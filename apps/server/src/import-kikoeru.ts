import { stat } from 'node:fs/promises'
import { parseArgs } from 'node:util'

import type { Config } from './config.ts'
import { ForeignDatabaseError, openForeignSqlite } from './db/foreign-sqlite.ts'
import type { Database } from './db/open.ts'
import { uploadedCovers } from './features/covers/index.ts'
import {
  type Counts,
  countRow,
  DOUBTFUL_SECRET,
  findKikoeru,
  isNoted,
  libraryFolders,
  mergeWaiting,
  rowText,
  summaryText,
  takeOverKikoeru,
  TakeOverError,
} from './features/moving/index.ts'

type Deps = {
  config: Config
  database: Database
  signal: AbortSignal
  /** Prints a result. */
  print: (line: string) => void
  /** Prints what the person at the terminal should know. */
  note: (line: string) => void
  onProgress: (share: number) => void
}

type KikoeruArguments = {
  dir: string
  owner: string | null
  renamed: Map<string, string>
  mapped: Map<string, string>
  dryRun: boolean
  withoutPasswords: boolean
  json: boolean
}

/** @throws {Error} an option is unknown or incomplete */
export function readKikoeruArguments(args: string[]): KikoeruArguments {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      map: { type: 'string', multiple: true, default: [] },
      user: { type: 'string', multiple: true, default: [] },
      owner: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      'without-passwords': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  const [dir, ...others] = positionals
  if (dir === undefined || others.length > 0) throw new Error('import-kikoeru needs one folder.')
  return {
    dir,
    owner: values.owner ?? null,
    renamed: pairs('--user', values.user),
    mapped: pairs('--map', values.map),
    dryRun: values['dry-run'],
    withoutPasswords: values['without-passwords'],
    json: values.json,
  }
}

function pairs(option: string, given: readonly string[]): Map<string, string> {
  return new Map(
    given.map((pair) => {
      const at = pair.indexOf('=')
      if (at < 1 || at === pair.length - 1) throw new Error(`${option} needs a name and a value, as in ${option} a=b.`)
      return [pair.slice(0, at), pair.slice(at + 1)]
    }),
  )
}

/** Prints the folders for `LIBRARY_DIRS`, and which of them are not on this machine. */
async function noteFolders(folders: readonly { name: string; path: string }[], note: Deps['note']): Promise<void> {
  if (folders.length === 0) return
  note(`kikoeru’s folders, for the settings: LIBRARY_DIRS=${folders.map(({ path }) => path).join(',')}`)
  for (const { name, path } of folders) {
    const isFolder = await stat(path).then(
      (stats) => stats.isDirectory(),
      () => false,
    )
    if (!isFolder) note(`There is no folder ${path} on this machine. To set its path here: --map ${name}=PATH`)
  }
}

/**
 * Takes over a kikoeru installation, and prints what becomes of it.
 *
 * @returns the exit status
 */
export async function importKikoeru(given: KikoeruArguments, deps: Deps): Promise<number> {
  const { config, database, signal, print, note, onProgress } = deps
  const { dir, owner, renamed, mapped, dryRun, withoutPasswords, json } = given
  const counts: Counts = {}
  try {
    const folder = await findKikoeru(dir)
    if (folder.config === null && !dryRun && !withoutPasswords) {
      note(
        'There is no config.json, which is needed to import passwords. To continue without them: --without-passwords.',
      )
      return 1
    }
    await using foreign = await openForeignSqlite(folder.database, config.dataDir)
    if (folder.config === null) note('There is no config.json, so passwords cannot be imported.')
    await takeOverKikoeru(database, foreign, {
      secret: folder.config?.secret ?? null,
      owner,
      renamed,
      dryRun,
      covers: { from: folder.covers, to: uploadedCovers(config.dataDir) },
      signal,
      onRow(row) {
        countRow(counts, row)
        if (json) print(JSON.stringify(row))
        else if (isNoted(row)) print(rowText(row))
      },
      onProgress,
      onDoubtfulSecret: () => note(DOUBTFUL_SECRET),
    })
    if (!dryRun) {
      const onFailed = (error: unknown) =>
        note(`Some of what waited for its work could not be imported: ${String(error)}`)
      await mergeWaiting(database, { signal, onFailed })
    }
    if (!json) print(summaryText(counts).trimEnd())
    if (folder.config) await noteFolders(libraryFolders(folder.config, mapped), note)
    if (dryRun) note('This was a dry run: nothing was changed.')
    return 0
  } catch (error) {
    if (signal.aborted) {
      note('Stopped. Run the command again to continue.')
      return 1
    }
    if (!(error instanceof TakeOverError || error instanceof ForeignDatabaseError)) throw error
    note(`${error.message}.`)
    return 1
  }
}
