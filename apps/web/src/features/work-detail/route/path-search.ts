import { fromJson, listOf, text } from '#lib/readers.ts'

const MAX_DEPTH = 64
const readFolderNames = listOf(text(1_000), MAX_DEPTH)

/**
 * `?path=["mp3","本編"]`: the file tree's folder, `[]` for the root. Returns `undefined` explicitly for anything else,
 * because the router keeps the URL's value of omitted keys.
 */
export function pathSearch({ path }: { path?: unknown }): { path: string[] | undefined } {
  return { path: readFolderNames(typeof path === 'string' ? fromJson(path) : path) }
}
