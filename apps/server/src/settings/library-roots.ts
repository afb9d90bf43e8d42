import { join } from 'node:path'

import type { Config } from '#config.ts'
import type { LibraryRoot } from '#features/library/index.ts'

/** Path of the demo library, used if no folders are configured. */
export function demoLibraryDir({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'demo-library')
}

/** Whether the demo library is used, because no folders are configured. */
export function usesDemoLibrary({ libraryDirs, libraryUrls }: Pick<Config, 'libraryDirs' | 'libraryUrls'>): boolean {
  return libraryDirs.length === 0 && libraryUrls.length === 0
}

/** The folders to scan: the configured ones, local ones first, or the demo library. */
export function libraryRoots(config: Pick<Config, 'dataDir' | 'libraryDirs' | 'libraryUrls'>): LibraryRoot[] {
  if (usesDemoLibrary(config)) return [{ path: demoLibraryDir(config), isDemo: true }]
  return [...config.libraryDirs, ...config.libraryUrls].map((path) => ({ path, isDemo: false }))
}
