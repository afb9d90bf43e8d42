import { endpointKeys, MAX_LOCAL_SUBTITLED_WORKS } from '@otodana/contract'

import { persisted } from '#lib/storage/persisted.ts'
import { flag, listOf, oneOf, orNull, text, wholeNumber } from '#lib/readers.ts'

import { showSettings } from './document-settings.ts'
import { displayModes, pageSizes, sortOptions } from './list-options.ts'

export const colorSchemes = ['dark', 'light', 'system'] as const

/** How the full player is laid out. */
export const playerStyles = ['new', 'classic'] as const
export type PlayerStyle = (typeof playerStyles)[number]

/** Which stream of a track plays: `fluentFirst` the small one where there is one, `qualityFirst` the original. */
export const qualityBehaviors = ['fluentFirst', 'qualityFirst'] as const
export type QualityBehavior = (typeof qualityBehaviors)[number]

/** In UTF-16 code units: with it, a search of some length still fits. */
export const MAX_FILTER_LENGTH = 500

/** In seconds, of one press. */
export const SEEK_TIME_BOUNDS = [1, 600] as const

/** Where the line that is being said is shown: over the page, or in a small window of its own. */
export const subtitleDisplayModes = ['in-app', 'pip'] as const

/** Whether a work opens at the folder that is probably meant, or at all its files. */
export const initialPathBehaviors = ['auto', 'root'] as const
export type InitialPathBehavior = (typeof initialPathBehaviors)[number]

/** How the menu opens: over the page, or beside it where there is room, and then it stays there. */
export const sidebarExpandModes = ['overlay', 'docked'] as const

/** With or without sound effects, of works that come in both. */
export const sePreferences = ['with', 'without'] as const
export type SePreference = (typeof sePreferences)[number]

/** By their extension; in the order in which they are wanted by default: small and known everywhere first. */
export const audioTypes = ['mp3', 'flac', 'wav', 'opus', 'm4a', 'aac', 'ogg'] as const
export type AudioType = (typeof audioTypes)[number]

export const SETTINGS_KEY = 'settings'

const uuidOrNone = text(36, /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})?$/)

/** How each setting is read, from storage as from a file. */
export const settingReaders = {
  colorScheme: oneOf(colorSchemes),
  /** What was last chosen at a list of works: the order and the page's size are the library's, how works stand all lists'. */
  displayMode: oneOf(displayModes),
  sortOption: oneOf(sortOptions),
  pageSize: oneOf(pageSizes),
  /** Tags are shown by their softened names where they have one. */
  showCensoredTag: flag,
  sidebarExpandMode: oneOf(sidebarExpandModes),
  /** The docked menu has been put away for now. */
  isSidebarFolded: flag,
  /** Rows of works on the library's first page. */
  showPopularAtHome: flag,
  showRecommendAtHome: flag,
  /** Below a work's files. */
  showSimilarWorksAtWorkDetail: flag,
  /** Whether listening is reported to the recommender. */
  learnFromListening: flag,
  playerStyle: oneOf(playerStyles),
  qualityBehavior: oneOf(qualityBehaviors),
  /** All tracks are made about as loud as each other. */
  evenLoudness: flag,
  /** How much of what plays next is fetched before; 0 for nothing. */
  prefetchMegabytes: wholeNumber(0, 1000),
  /** Seconds that one press goes back. */
  rewindSeekTime: wholeNumber(...SEEK_TIME_BOUNDS),
  /** Seconds that one press goes on. */
  forwardSeekTime: wholeNumber(...SEEK_TIME_BOUNDS),
  /** A keyword that every list of works is narrowed by; empty for none. */
  globalFilter: text(MAX_FILTER_LENGTH),
  /** The screen does not go dark while something plays. */
  keepScreenOn: flag,
  /** A kept screen is covered after a minute, so that nothing burns in. */
  enableAntiScreenBurnin: flag,
  /** Single keys command the player. */
  keyboardShortcuts: flag,
  /** Ids of the works that subtitles on this device belong to. */
  localSubtitledWorks: listOf(wholeNumber(), MAX_LOCAL_SUBTITLED_WORKS),
  /** null until it is chosen: then the language decides, see `useSubtitlesOn`. */
  enableSubtitle: orNull(flag),
  subtitleDisplayMode: oneOf(subtitleDisplayModes),
  initialPathBehavior: oneOf(initialPathBehaviors),
  sePreference: oneOf(sePreferences),
  /** Most wanted first; a type that is missing comes last. */
  audioTypePreference: listOf(oneOf(audioTypes), audioTypes.length),
  /** Where quick marks of this device go; empty until that is known. */
  quickMarkTargetPlaylist: uuidOrNone,
  /** The id of this device's user for the recommender; empty until something has been listened to. */
  recommenderUuid: uuidOrNone,
  /** At which of the instance's addresses calls, covers and sound are asked for. */
  apiUrlKey: oneOf(endpointKeys),
}

/** What the visitor chose on this device. */
export const useSettings = persisted({
  name: SETTINGS_KEY,
  version: 1,
  fields: settingReaders,
  defaults: {
    colorScheme: 'system',
    displayMode: 'detail',
    sortOption: 'create_date',
    pageSize: 20,
    showCensoredTag: false,
    sidebarExpandMode: 'overlay',
    isSidebarFolded: false,
    showPopularAtHome: true,
    showRecommendAtHome: true,
    showSimilarWorksAtWorkDetail: true,
    learnFromListening: true,
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
    quickMarkTargetPlaylist: '',
    recommenderUuid: '',
    apiUrlKey: 'latest',
  },
})

export type Settings = ReturnType<typeof useSettings.getState>

/** Selects whether subtitles on this device belong to a work. */
export const hasLocalSubtitles = (workId: number) => (settings: Settings) =>
  settings.localSubtitledWorks.includes(workId)

if (!import.meta.env.SSR) {
  showSettings(useSettings.getState())
  useSettings.subscribe(showSettings)
}
