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

/** Whether a work opens at the folder that is probably meant, or at all its files. */
export const initialPathBehaviors = ['auto', 'root'] as const
export type InitialPathBehavior = (typeof initialPathBehaviors)[number]

/** With or without sound effects, of works that come in both. */
export const sePreferences = ['with', 'without'] as const
export type SePreference = (typeof sePreferences)[number]

/** By their extension; in the order in which they are wanted by default: small and known everywhere first. */
export const audioTypes = ['mp3', 'flac', 'wav', 'opus', 'm4a', 'aac', 'ogg'] as const
export type AudioType = (typeof audioTypes)[number]

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
    initialPathBehavior: z.enum(initialPathBehaviors),
    sePreference: z.enum(sePreferences),
    /** Most wanted first; a type that is missing comes last. */
    audioTypePreference: z.array(z.enum(audioTypes)).check(z.maxLength(audioTypes.length)),
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
    initialPathBehavior: 'auto',
    sePreference: 'with',
    audioTypePreference: [...audioTypes],
  },
})

if (!import.meta.env.SSR) {
  showSettings(useSettings.getState())
  useSettings.subscribe(showSettings)
}
