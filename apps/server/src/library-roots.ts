import { join } from 'node:path'

import type { Config } from './config.ts'
import type { LibraryRoot } from './features/library/index.ts'

/** Where the demo library is made when no folders are configured. */
export function demoLibraryDir({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'demo-library')
}

/** The folders to scan: those configured, or the demo library. */
export function libraryRoots(config: Pick<Config, 'dataDir' | 'libraryDirs'>): LibraryRoot[] {
  if (config.libraryDirs.length === 0) return [{ path: demoLibraryDir(config), isDemo: true }]
  return config.libraryDirs.map((path) => ({ path, isDemo: false }))
}
