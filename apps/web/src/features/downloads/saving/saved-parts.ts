import { listOf, number, objectOf, text } from '#lib/readers.ts'
import { deviceStorage, readJson, writeJson } from '#lib/storage/browser-storage.ts'

/** What an unfinished file is a part of. */
type KeptPart = {
  hash: string
  /** The validator of what it is a part of. */
  etag: string
  totalBytes: number
  /** What it was when it was last kept: if it is something else now, it is not this part. */
  sizeBytes: number
  modifiedMs: number
}

export type SavedParts = {
  find(hash: string): KeptPart | undefined
  put(part: KeptPart): void
  remove(hash: string): void
}

/** The oldest are dropped; those files start over. */
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

const KEY = 'download-parts'

/** Kept on this device, for a part means nothing on another. */
export function createSavedParts(storage = deviceStorage): SavedParts {
  const read = () => readJson(storage, KEY, readParts) ?? []
  const write = (parts: readonly KeptPart[]) => writeJson(storage, KEY, parts.slice(-MOST))
  const others = (hash: string) => read().filter((part) => part.hash !== hash)
  return {
    find: (hash) => read().find((part) => part.hash === hash),
    put: (part) => write([...others(part.hash), part]),
    remove: (hash) => write(others(hash)),
  }
}
