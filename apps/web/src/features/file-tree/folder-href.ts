import { stringifySearch } from '#lib/navigation/search-params.ts'

import type { FolderPath } from '#features/track-queue/index.ts'

/** Returns a folder's URL, relative to the work's page. Includes the root, because the default is the main folder. */
export function folderHref(path: FolderPath): string {
  return `${stringifySearch({ path })}#work-tree`
}
