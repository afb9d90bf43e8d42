import { flag, orNull } from '#lib/readers.ts'
import { persisted } from '#lib/storage/persisted.ts'

/** What the visitor has said of this device; null: they have not been asked. */
export const useDevice = persisted({
  name: 'download-device',
  version: 1,
  fields: { isMobile: orNull(flag) },
  defaults: { isMobile: null },
})
