import { flag, number, orNull } from '#lib/readers.ts'
import { persisted } from '#lib/storage/persisted.ts'

/** How this device keeps works. */
export const useChoices = persisted({
  name: 'kept-choices',
  version: 1,
  fields: { limitBytes: orNull(number(0)), isOnlyUnmetered: flag, isNotified: flag, isInstallDismissed: flag },
  defaults: { limitBytes: null, isOnlyUnmetered: false, isNotified: false, isInstallDismissed: false },
})
