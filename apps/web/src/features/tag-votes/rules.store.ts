import { persisted } from '#lib/storage/persisted.ts'
import { flag } from '#lib/readers.ts'

/** Whether the voting rules were confirmed on this device. */
export const useTagRules = persisted({
  name: 'tag-vote-rules',
  version: 1,
  fields: { isConfirmed: flag },
  defaults: { isConfirmed: false },
})
