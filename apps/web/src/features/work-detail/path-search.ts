import * as z from 'zod/mini'

const MAX_DEPTH = 64
const FolderNames = z.array(z.string().check(z.maxLength(1_000))).check(z.maxLength(MAX_DEPTH))

/**
 * `?path=["mp3","本編"]`: the folder that the file tree shows, `[]` for the root. Anything else is no path, which must be
 * said: the router keeps what the address had under any name that is left out here.
 */
export function pathSearch(search: { path?: unknown }): { path: string[] | undefined } {
  const parsed = z.safeParse(FolderNames, fromJson(search.path))
  return { path: parsed.data }
}

function fromJson(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}
