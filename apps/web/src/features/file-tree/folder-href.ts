import { stringifySearch } from '#lib/search-params.ts'

import type { FolderPath } from './folders.ts'

/** A folder's address, relative to the work's page; the root's has no query. */
export function folderHref(path: FolderPath): string {
  return `${stringifySearch(path.length > 0 ? { path } : {}) || '?'}#work-tree`
}
