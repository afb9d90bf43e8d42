import { endpointKeys, MAX_LOCAL_SUBTITLED_WORKS } from '@otodana/contract'

import { persisted } from '#lib/storage/persisted.ts'
import { flag, listOf, oneOf, orNull, text, wholeNumber } from '#lib/readers.ts'

import { showSettings } from './document-settings.ts'
import { displayModes, editionModes, pageSizes, sortOptions } from './list-options.ts'

export const colorSchemes = ['dark', 'light', 'system'] as const

/** Layouts of the full player. */
export const playerStyles = ['new', 'classic'] as const
export type PlayerStyle = (typeof playerStyles)[number]

/** The preferred stream of a track: `fluentFirst` the low-quality one if available, `qualityFirst` the original. */
export const qualityBehaviors = ['fluentFirst', 'qualityFirst'] as const
export type QualityBehavior = (typeof qualityBehaviors)[number]

/** In UTF-16 code units; leaves room for a search. */
export const MAX_FILTER_LENGTH = 500

/** In seconds, for one press. */
export const SEEK_TIME_BOUNDS = [1, 600] as const

/** Where the current line is shown: over the page, or in its own window. */
export const subtitleDisplayModes = ['in-app', 'pip'] as const

/** Whether a work opens at the most likely folder, or at the root. */
export const initialPathBehaviors = ['auto', 'root'] as const
export type InitialPathBehavior = (typeof initialPathBehaviors)[number]

/** How the menu opens: over the page, or docked beside it where there is room. */
export const sidebarExpandModes = ['overlay', 'docked'] as const

/** With or without sound effects, for works that have both. */
export const sePreferences = ['with', 'without'] as const
export type SePreference = (typeof sePreferences)[number]

/** What the end of a work does where the member has chosen no progress. */
export const finishings = ['ask', 'automatic', 'off'] as const

/** By extension, in the default order of preference: small and widely supported first. */
export const audioTypes = ['mp3', 'flac', 'wav', 'opus', 'm4a', 'aac', 'ogg'] as const
export type AudioType = (typeof audioTypes)[number]

export const SETTINGS_KEY = 'settings'

const uuidOrNone = text(36, /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})?$/)

/** Readers for each setting, from storage and from files. */
export const settingReaders = {
  colorScheme: oneOf(colorSchemes),
  /** The last choices in a list: order and page size apply to the library, the layout to all lists. */
  displayMode: oneOf(displayModes),
  sortOption: oneOf(sortOptions),
  pageSize: oneOf(pageSizes),
  editions: oneOf(editionModes),
  /** The language in which a work's card opens, such as `CHI_HANS`; `page`: the page's. */
  editionLanguage: text(16, /^(?:page|[A-Z_]+)$/),
  /** Shows tags by their censored names, if they have one. */
  showCensoredTag: flag,
  /** Price, sales and the shop's link on cards. */
  showShopDetails: flag,
  /** null until chosen: then language and library decide, see `useSubtitleMarks`. */
  showSubtitled: orNull(flag),
  sidebarExpandMode: oneOf(sidebarExpandModes),
  /** The docked menu is folded for now. */
  isSidebarFolded: flag,
  /** Shelves on the library's first page. */
  showPopularAtHome: flag,
  showRecommendAtHome: flag,
  /** For members who see the library in another order. */
  showRecentAtHome: flag,
  /** Below a work's files. */
  showSimilarWorksAtWorkDetail: flag,
  /** Whether listening is reported to the recommender. */
  learnFromListening: flag,
  /** Whether this device stores a listening history of visitors without an account. */
  keepHistory: flag,
  /** Whether a minute of a work sets a member's progress to listening where none is chosen. */
  marksListening: flag,
  /** Whether the end of a work sets a member's progress to listened where none is chosen. */
  marksListened: oneOf(finishings),
  playerStyle: oneOf(playerStyles),
  qualityBehavior: oneOf(qualityBehaviors),
  /** Normalises the volume of tracks. */
  evenLoudness: flag,
  /** How much of the next tracks to prefetch; 0: nothing. */
  prefetchMegabytes: wholeNumber(0, 1000),
  /** Seconds per press. */
  rewindSeekTime: wholeNumber(...SEEK_TIME_BOUNDS),
  /** Seconds per press. */
  forwardSeekTime: wholeNumber(...SEEK_TIME_BOUNDS),
  /** A keyword that filters every list of works; may be empty. */
  globalFilter: text(MAX_FILTER_LENGTH),
  /** Keeps the screen on during playback. */
  keepScreenOn: flag,
  /** Covers a screen that is kept on after a minute, against burn-in. */
  enableAntiScreenBurnin: flag,
  /** Single-key shortcuts of the player. */
  keyboardShortcuts: flag,
  /** A shake adds time to the sleep timer. */
  shakeToExtend: flag,
  /** Works with subtitles on this device. */
  localSubtitledWorks: listOf(wholeNumber(), MAX_LOCAL_SUBTITLED_WORKS),
  /** null until chosen: then the language decides, see `useSubtitlesOn`. */
  enableSubtitle: orNull(flag),
  subtitleDisplayMode: oneOf(subtitleDisplayModes),
  initialPathBehavior: oneOf(initialPathBehaviors),
  sePreference: oneOf(sePreferences),
  /** By preference; missing types come last. */
  audioTypePreference: listOf(oneOf(audioTypes), audioTypes.length),
  /** The target of this device's quick marks; empty if unknown. */
  quickMarkTargetPlaylist: uuidOrNone,
  /** This device's listener id; empty until the first listening. */
  recommenderUuid: uuidOrNone,
  /** The chosen address for calls, covers and audio. */
  apiUrlKey: oneOf(endpointKeys),
}

/** The visitor's settings on this device. */
export const useSettings = persisted({
  name: SETTINGS_KEY,
  version: 1,
  fields: settingReaders,
  defaults: {
    colorScheme: 'system',
    displayMode: 'detail',
    sortOption: 'create_date',
    pageSize: 20,
    editions: 'one',
    editionLanguage: 'page',
    showCensoredTag: false,
    showShopDetails: false,
    showSubtitled: null,
    sidebarExpandMode: 'overlay',
    isSidebarFolded: false,
    showPopularAtHome: true,
    showRecommendAtHome: true,
    showRecentAtHome: true,
    showSimilarWorksAtWorkDetail: true,
    learnFromListening: true,
    keepHistory: true,
    marksListening: true,
    marksListened: 'ask',
    playerStyle: 'new',
    qualityBehavior: 'fluentFirst',
    evenLoudness: false,
    prefetchMegabytes: 100,
    rewindSeekTime: 5,
    forwardSeekTime: 30,
    keepScreenOn: false,
    enableAntiScreenBurnin: true,
    keyboardShortcuts: true,
    shakeToExtend: false,
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

/** Whether a work has subtitles on this device. */
export const hasLocalSubtitles = (workId: number) => (settings: Settings) =>
  settings.localSubtitledWorks.includes(workId)

if (!import.meta.env.SSR) {
  showSettings(useSettings.getState())
  useSettings.subscribe(showSettings)
}
