import { setTimeout as sleep } from 'node:timers/promises'

import type { FolderListing, LibraryFolder, LibraryFolders } from '@otodana/contract'

import type { Config } from '#config.ts'
import { lockTable } from '#db/dialect.ts'
import type { Database } from '#db/open.ts'
import { retryingConflicts } from '#db/retrying-conflicts.ts'
import { AppError } from '#http/errors/app-error.ts'
import { configuredRoots, demoLibraryDir, type LibraryRootsReader } from '#settings/library-roots.ts'
import type { Storage } from '#storage/storage.ts'

import { describeError } from '../files/file-system.ts'
import { markRoot } from '../missing/mark-missing.ts'
import { realPaths } from './allowed-folders.ts'
import { createFolderPicker, refused } from './folder-picker.ts'
import { findOverlap, type Overlap, takenFolders } from './overlaps.ts'

const MAX_CHOSEN_FOLDERS = 100
/** A mount that does not answer counts as unavailable. */
const CHECK_MS = 3_000

export type RootServiceDeps = {
  config: Pick<Config, 'dataDir' | 'libraryDirs' | 'libraryUrls' | 'libraryBrowse'>
  database: Database
  roots: LibraryRootsReader
  storage: Pick<Storage, 'checkRoot'>
  watchStateOf: (path: string) => LibraryFolder['watch']
  /** Called when folders were added or taken out. */
  onChanged: () => Promise<void>
}

export type RootService = ReturnType<typeof createRootService>

/** The library folders that administrators choose in the browser. */
export function createRootService({ config, database, roots, storage, watchStateOf, onChanged }: RootServiceDeps) {
  const picker = createFolderPicker(config.libraryBrowse)
  const { read, write } = database
  const chosen = () => read.selectFrom('library_folder').selectAll().where('removed_at_ms', 'is', null)
  const demo = demoLibraryDir(config)

  /** Library folders may not overlap each other, or the server's own data. */
  const taken = async () =>
    takenFolders([...(await roots.paths()).filter((path) => path !== demo), config.dataDir], realPaths)

  async function list(): Promise<LibraryFolders> {
    const [{ roots: current, refused: unused }, rows, counts] = await Promise.all([
      roots.read(),
      chosen().execute(),
      read
        .selectFrom('work')
        .select((eb) => ['root', eb.fn.countAll<number>().as('works')])
        .where('state', '=', 'present')
        .groupBy('root')
        .execute(),
    ])
    const configured = configuredRoots(config)
    const all = [
      ...current.map((root) => ({ ...root, refusal: null })),
      ...unused.map((folder) => ({ ...folder, isDemo: false })),
    ]
    const folders = all.map(async ({ path, isDemo, refusal }): Promise<LibraryFolder> => {
      const row = configured.includes(path) ? undefined : rows.find((other) => other.path === path)
      return {
        id: row?.id ?? null,
        path,
        source: isDemo ? 'demo' : row ? 'chosen' : 'environment',
        works: counts.find(({ root }) => root === path)?.works ?? 0,
        problem: refusal === null ? await problemOf(path) : null,
        refusal,
        watch: watchStateOf(path),
        addedAt: row ? new Date(row.added_at_ms).toISOString() : null,
        addedBy: row?.added_by ?? null,
      }
    })
    return { folders: await Promise.all(folders), canAdd: !picker.isOff }
  }

  async function problemOf(path: string): Promise<string | null> {
    const check = storage.checkRoot(path).then(() => null, describeError)
    return Promise.race([check, sleep(CHECK_MS, `${path} does not answer`, { ref: false })])
  }

  async function changed(): Promise<LibraryFolders> {
    roots.forget()
    await onChanged()
    return list()
  }

  return {
    list,

    browse: async (path: string | undefined, page: number): Promise<FolderListing> =>
      picker.list(path, page, await taken()),

    /**
     * Adds a library folder. One that was taken out before comes back with all that is known of its works.
     *
     * @param by  the administrator's name
     * @throws {AppError} `folder.off`, `folder.outside`, `folder.missing`,
     *   `folder.unreadable`, `folder.overlaps`, `folder.tooMany`
     */
    async add(wanted: string, by: string): Promise<LibraryFolders> {
      const { path, realPath } = await picker.choose(wanted)
      await retryingConflicts(() =>
        write.transaction().execute(async (tx) => {
          await lockTable(tx, database.dialect, 'library_folder')
          const added = { added_by: by, added_at_ms: Date.now(), removed_at_ms: null }
          // First, because on SQLite a transaction that has read before it writes may conflict.
          const isAdded = await tx
            .insertInto('library_folder')
            .values({ path, ...added })
            .onConflict((conflict) =>
              conflict.column('path').doUpdateSet(added).where('library_folder.removed_at_ms', 'is not', null),
            )
            .returning('id')
            .executeTakeFirst()
          if (!isAdded) throw refused('overlaps', path, describeOverlap({ kind: 'same', path }), 'body')
          const rows = await tx.selectFrom('library_folder').select('path').where('removed_at_ms', 'is', null).execute()
          if (rows.length > MAX_CHOSEN_FOLDERS) throw new AppError('folder.tooMany')
          const others = rows.map((row) => row.path).filter((other) => other !== path)
          const overlap = findOverlap(
            realPath,
            await takenFolders([...configuredRoots(config), ...others, config.dataDir], realPaths),
          )
          if (overlap) throw refused('overlaps', path, describeOverlap(overlap), 'body')
        }),
      )
      await markRoot(write, demo)
      return changed()
    },

    /**
     * Takes a folder out of the library. Its works go missing, and keep all that is known of them.
     *
     * @throws {AppError} `folder.notChosen`
     */
    async remove(id: number): Promise<LibraryFolders> {
      const row = await write
        .updateTable('library_folder')
        .set({ removed_at_ms: Date.now() })
        .where('id', '=', id)
        .where('removed_at_ms', 'is', null)
        .returning('path')
        .executeTakeFirst()
      if (!row) throw new AppError('folder.notChosen')
      if (!configuredRoots(config).includes(row.path)) await markRoot(write, row.path)
      return changed()
    },
  }
}

const texts: Record<Overlap['kind'], string> = {
  same: 'It is the same folder as',
  inside: 'It lies inside of',
  holds: 'It holds',
}

function describeOverlap({ kind, path }: Overlap): string {
  return `${texts[kind]} ${path}, which is a library folder, or the data folder of the server`
}
