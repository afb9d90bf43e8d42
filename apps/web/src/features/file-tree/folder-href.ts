import { stringifySearch } from '#lib/navigation/search-params.ts'

import type { FolderPath } from '#features/track-queue/index.ts'

/** A folder's address, relative to the work's page. The root is named too: without a name the main folder opens. */
export function folderHref(path: FolderPath): string {
  return `${stringifySearch({ path })}#work-tree`
}
