import { DOWNLOAD_PARTS_KEY } from '#features/accounts/index.ts'
import { fromJson, listOf, number, objectOf, text } from '#lib/readers.ts'

/** What an unfinished file is a part of. */
export type KeptPart = {
  hash: string
  /** The validator of what it is a part of. */
  etag: string
  totalBytes: number
  /** What it was when it was last kept: if it is something else now, it is not this part. */
  sizeBytes: number
  modifiedMs: number
}

export type KeptParts = {
  find(hash: string): KeptPart | undefined
  put(part: KeptPart): void
  remove(hash: string): void
}

/** The earliest go: those files begin anew. */
const MOST = 200

const readParts = listOf(
  objectOf({
    hash: text(40),
    etag: text(200),
    totalBytes: number(0),
    sizeBytes: number(0),
    modifiedMs: number(),
  }),
  MOST,
)

type Store = Pick<Storage, 'getItem' | 'setItem'>

/** Kept on this device, for a part means nothing on another. */
export function createKeptParts(store: () => Store = () => localStorage): KeptParts {
  const read = () => attempt(() => readParts(fromJson(store().getItem(DOWNLOAD_PARTS_KEY) ?? '[]'))) ?? []
  const write = (parts: readonly KeptPart[]) =>
    attempt(() => store().setItem(DOWNLOAD_PARTS_KEY, JSON.stringify(parts.slice(-MOST))))
  const others = (hash: string) => read().filter((part) => part.hash !== hash)
  return {
    find: (hash) => read().find((part) => part.hash === hash),
    put: (part) => write([...others(part.hash), part]),
    remove: (hash) => write(others(hash)),
  }
}

/** Where the browser forbids storage nothing is gone on with after the page has been left. */
function attempt<T>(access: () => T): T | undefined {
  try {
    return access()
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    return undefined
  }
}
