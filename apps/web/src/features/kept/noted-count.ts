import { objectOf, wholeNumber } from '#lib/readers.ts'
import { deviceStorage, readJson, writeJson } from '#lib/storage/browser-storage.ts'

const readNoted = objectOf({ works: wholeNumber(0) })

/** Returns how many works were kept when this was last noted, outside of the database that holds them. */
export function notedCount(): number {
  return readJson(deviceStorage, 'kept', readNoted)?.works ?? 0
}

/** Notes how many works are kept: nothing of them is loaded in a browser without such a note. */
export function noteKept(works: number): void {
  writeJson(deviceStorage, 'kept', { works })
}
