import { persisted } from '#lib/persisted.ts'
import { flag } from '#lib/readers.ts'

/** Whether whoever uses this device has confirmed how tags are voted on. */
export const useTagRules = persisted({
  name: 'tag-vote-rules',
  version: 1,
  fields: { isConfirmed: flag },
  defaults: { isConfirmed: false },
})
