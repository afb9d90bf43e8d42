import { join } from 'node:path'

import type { Config } from '#config.ts'
import type { Database } from '#db/open.ts'

type RootsConfig = Pick<Config, 'dataDir' | 'libraryDirs' | 'libraryUrls'>

/** A folder that contains works. */
export type LibraryRoot = {
  /** Absolute, or `s3://bucket/prefix`. */
  path: string
  isDemo: boolean
}

/** The library's folders at one time. */
export type LibraryRoots = {
  /** Those of the environment, then those chosen in the browser; the demo library if none was ever chosen. */
  roots: readonly LibraryRoot[]
  /** Former folders, whose works go missing without confirmation. */
  retired: readonly string[]
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

/** Path of the demo library, used if no folders were chosen. */
export function demoLibraryDir({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'demo-library')
}

/** The library folders that the environment names, local ones first. */
export function configuredRoots({ libraryDirs, libraryUrls }: Omit<RootsConfig, 'dataDir'>): string[] {
  return [...libraryDirs, ...libraryUrls]
}

/** Reads the library's folders from the environment and the database. */
export function createLibraryRoots(config: RootsConfig, database: Pick<Database, 'read'>): LibraryRootsReader {
  const listeners: (() => void)[] = []
  let known: { roots: Promise<LibraryRoots>; readAtMs: number } | null = null

  function read(): Promise<LibraryRoots> {
    const now = performance.now()
    if (known && now - known.readAtMs < FOLLOW_MS) return known.roots
    const reading = { roots: readRoots(config, database), readAtMs: now }
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

async function readRoots(config: RootsConfig, { read }: Pick<Database, 'read'>): Promise<LibraryRoots> {
  const chosen = await read.selectFrom('library_folder').select(['path', 'removed_at_ms']).orderBy('id').execute()
  const demo = demoLibraryDir(config)
  const configured = configuredRoots(config)
  if (configured.length === 0 && chosen.length === 0) return { roots: [{ path: demo, isDemo: true }], retired: [] }
  const added = chosen.filter((row) => row.removed_at_ms === null).map(({ path }) => path)
  const paths = [...new Set([...configured, ...added])]
  const removed = chosen.map(({ path }) => path).filter((path) => !paths.includes(path))
  return { roots: paths.map((path) => ({ path, isDemo: false })), retired: [demo, ...removed] }
}
