import * as z from 'zod/mini'

import { persisted } from '#lib/persisted.ts'

export const colorSchemes = ['dark', 'light', 'system'] as const
export type ColorScheme = (typeof colorSchemes)[number]

/** How the full player is laid out. */
export const playerStyles = ['new', 'classic'] as const
export type PlayerStyle = (typeof playerStyles)[number]

export const SETTINGS_KEY = 'settings'

/** What the visitor chose on this device. */
export const useSettings = persisted({
  name: SETTINGS_KEY,
  version: 1,
  fields: {
    colorScheme: z.enum(colorSchemes),
    /** Tags are shown by their softened names where they have one. */
    showCensoredTag: z.boolean(),
    playerStyle: z.enum(playerStyles),
  },
  defaults: { colorScheme: 'system', showCensoredTag: false, playerStyle: 'new' },
})
