import * as z from 'zod/mini'

import { persisted } from '#lib/persisted.ts'

export const colorSchemes = ['dark', 'light', 'system'] as const
export type ColorScheme = (typeof colorSchemes)[number]

export const SETTINGS_KEY = 'settings'

/** What the visitor chose on this device. */
export const useSettings = persisted({
  name: SETTINGS_KEY,
  version: 1,
  fields: {
    colorScheme: z.enum(colorSchemes),
    /** Tags are shown by their softened names where they have one. */
    showCensoredTag: z.boolean(),
  },
  defaults: { colorScheme: 'system', showCensoredTag: false },
})
