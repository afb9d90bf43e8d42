import { fromJson, listOf, text } from '#lib/readers.ts'

const MAX_DEPTH = 64
const readFolderNames = listOf(text(1_000), MAX_DEPTH)

/**
 * `?path=["mp3","本編"]`: the folder that the file tree shows, `[]` for the root. Anything else is no path, which must be
 * said: the router keeps what the address had under any name that is left out here.
 */
export function pathSearch({ path }: { path?: unknown }): { path: string[] | undefined } {
  return { path: readFolderNames(typeof path === 'string' ? fromJson(path) : path) }
}
