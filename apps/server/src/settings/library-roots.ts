import { join } from 'node:path'

import type { LibraryFolder } from '@otodana/contract'

import type { Config } from '#config.ts'
import type { Database } from '#db/open.ts'

type RootsConfig = Pick<Config, 'dataDir' | 'libraryDirs' | 'libraryUrls'>

/** A folder that contains works. */
export type LibraryRoot = {
  /** Absolute, or `s3://bucket/prefix`. */
  path: string
  isDemo: boolean
}

/** Why a folder of the database is not used. */
export type FolderRefusal = NonNullable<LibraryFolder['refusal']>

/** The library's folders at one time. */
export type LibraryRoots = {
  /** Those of the environment, then those chosen in the browser; the demo library if none was ever chosen. */
  roots: readonly LibraryRoot[]
  /** Former folders, whose works go missing without confirmation. */
  retired: readonly string[]
  /** Folders of the database that may not be used. Their works stay as they are, without files. */
  refused: readonly { path: string; refusal: FolderRefusal }[]
}

export type LibraryRootsReader = {
  /** Changes of other processes are seen within a second. */
  read(): Promise<LibraryRoots>
  /** Paths of {@link LibraryRoots.roots}. */
  paths(): Promise<string[]>
  /** After a change by this process, which is seen at once. */
  forget(): void
  /** Calls the listener after each change by this process. */
  onChange(listener: () => void): void
}

const FOLLOW_MS = 1_000

type RefusalOf = (path: string) => Promise<FolderRefusal | null>

/** Path of the demo library, used if no folders were chosen. */
export function demoLibraryDir({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'demo-library')
}

/** The library folders that the environment names, local ones first. */
export function configuredRoots({ libraryDirs, libraryUrls }: Omit<RootsConfig, 'dataDir'>): string[] {
  return [...libraryDirs, ...libraryUrls]
}

/**
 * Reads the library's folders from the environment and the database.
 *
 * @param refusalOf  says why a folder of the database may not be used
 */
export function createLibraryRoots(
  config: RootsConfig,
  database: Pick<Database, 'read'>,
  refusalOf: RefusalOf,
): LibraryRootsReader {
  const listeners: (() => void)[] = []
  let known: { roots: Promise<LibraryRoots>; readAtMs: number } | null = null

  function read(): Promise<LibraryRoots> {
    const now = performance.now()
    if (known && now - known.readAtMs < FOLLOW_MS) return known.roots
    const reading = { roots: readRoots(config, database, refusalOf), readAtMs: now }
    known = reading
    reading.roots.catch(() => {
      if (known === reading) known = null
    })
    return reading.roots
  }

  return {
    read,
    paths: async () => (await read()).roots.map(({ path }) => path),
    forget() {
      known = null
      for (const listener of listeners) listener()
    },
    onChange: (listener) => void listeners.push(listener),
  }
}

async function readRoots(
  config: RootsConfig,
  { read }: Pick<Database, 'read'>,
  refusalOf: RefusalOf,
): Promise<LibraryRoots> {
  const chosen = await read.selectFrom('library_folder').select(['path', 'removed_at_ms']).orderBy('id').execute()
  const demo = demoLibraryDir(config)
  const configured = configuredRoots(config)
  if (configured.length === 0 && chosen.length === 0) {
    return { roots: [{ path: demo, isDemo: true }], retired: [], refused: [] }
  }
  const others = chosen.filter(({ path }) => !configured.includes(path))
  const added = await Promise.all(
    others
      .filter((row) => row.removed_at_ms === null)
      .map(async ({ path }) => ({ path, refusal: await refusalOf(path) })),
  )
  const used = added.filter(({ refusal }) => refusal === null)
  const paths = [...new Set([...configured, ...used.map(({ path }) => path)])]
  return {
    roots: paths.map((path) => ({ path, isDemo: false })),
    retired: [demo, ...others.filter((row) => row.removed_at_ms !== null).map(({ path }) => path)],
    refused: added.flatMap(({ path, refusal }) => (refusal === null ? [] : [{ path, refusal }])),
  }
}
