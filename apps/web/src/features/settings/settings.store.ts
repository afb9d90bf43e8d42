import * as z from 'zod/mini'

import { persisted } from '#lib/persisted.ts'

import { showSettings } from './document-settings.ts'

export const colorSchemes = ['dark', 'light', 'system'] as const
export type ColorScheme = (typeof colorSchemes)[number]

/** How the full player is laid out. */
export const playerStyles = ['new', 'classic'] as const
export type PlayerStyle = (typeof playerStyles)[number]

/** Which stream of a track plays: `fluentFirst` the small one where there is one, `qualityFirst` the original. */
export const qualityBehaviors = ['fluentFirst', 'qualityFirst'] as const
export type QualityBehavior = (typeof qualityBehaviors)[number]

/** In UTF-16 code units: with it, a search of some length still fits. */
export const MAX_FILTER_LENGTH = 500

/** Where the line that is being said is shown: over the page, or in a small window of its own. */
export const subtitleDisplayModes = ['in-app', 'pip'] as const
export type SubtitleDisplayMode = (typeof subtitleDisplayModes)[number]

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
    qualityBehavior: z.enum(qualityBehaviors),
    /** All tracks are made about as loud as each other. */
    evenLoudness: z.boolean(),
    /** How much of what plays next is fetched before; 0 for nothing. */
    prefetchMegabytes: z.int().check(z.minimum(0), z.maximum(1000)),
    /** Seconds that one press goes back. */
    rewindSeekTime: z.int().check(z.minimum(1), z.maximum(600)),
    /** Seconds that one press goes on. */
    forwardSeekTime: z.int().check(z.minimum(1), z.maximum(600)),
    /** A keyword that every list of works is narrowed by; empty for none. */
    globalFilter: z.string().check(z.maxLength(MAX_FILTER_LENGTH)),
    /** The screen does not go dark while something plays. */
    keepScreenOn: z.boolean(),
    /** A kept screen is covered after a minute, so that nothing burns in. */
    enableAntiScreenBurnin: z.boolean(),
    /** Single keys command the player. */
    keyboardShortcuts: z.boolean(),
    /** Ids of the works that subtitles on this device belong to. */
    localSubtitledWorks: z.array(z.int()),
    /** null until it is chosen: then the language decides, see `useSubtitlesOn`. */
    enableSubtitle: z.nullable(z.boolean()),
    subtitleDisplayMode: z.enum(subtitleDisplayModes),
  },
  defaults: {
    colorScheme: 'system',
    showCensoredTag: false,
    playerStyle: 'new',
    qualityBehavior: 'fluentFirst',
    evenLoudness: false,
    prefetchMegabytes: 100,
    rewindSeekTime: 5,
    forwardSeekTime: 30,
    keepScreenOn: false,
    enableAntiScreenBurnin: true,
    keyboardShortcuts: true,
    globalFilter: '',
    localSubtitledWorks: [],
    enableSubtitle: null,
    subtitleDisplayMode: 'in-app',
  },
})

if (!import.meta.env.SSR) {
  showSettings(useSettings.getState())
  useSettings.subscribe(showSettings)
}
