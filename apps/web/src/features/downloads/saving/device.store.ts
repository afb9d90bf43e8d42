import { flag, orNull } from '#lib/readers.ts'
import { persisted } from '#lib/storage/persisted.ts'

/** The visitor's answer about this device; null: not asked yet. */
export const useDevice = persisted({
  name: 'download-device',
  version: 1,
  fields: { isMobile: orNull(flag) },
  defaults: { isMobile: null },
})
