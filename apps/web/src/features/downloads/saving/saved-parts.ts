import { listOf, number, objectOf, text } from '#lib/readers.ts'
import { deviceStorage, readJson, writeJson } from '#lib/storage/browser-storage.ts'

/** The origin of an incomplete file. */
type SavedPart = {
  hash: string
  /** The ETag of the complete file. */
  etag: string
  totalBytes: number
  /** Its state when last saved: if it differs, it is another file. */
  sizeBytes: number
  modifiedMs: number
}

export type SavedParts = {
  find(hash: string): SavedPart | undefined
  put(part: SavedPart): void
  remove(hash: string): void
}

/** Beyond this the oldest are dropped; those files start over. */
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

/** Stored on this device, because parts are useless on another. */
export function createSavedParts(storage = deviceStorage): SavedParts {
  const read = () => readJson(storage, KEY, readParts) ?? []
  const write = (parts: readonly SavedPart[]) => writeJson(storage, KEY, parts.slice(-MOST))
  const others = (hash: string) => read().filter((part) => part.hash !== hash)
  return {
    find: (hash) => read().find((part) => part.hash === hash),
    put: (part) => write([...others(part.hash), part]),
    remove: (hash) => write(others(hash)),
  }
}
