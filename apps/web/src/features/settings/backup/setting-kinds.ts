import { endpointKeys, languageCodes } from '@otodana/contract'

import { locales, type Locale } from '#i18n/locale.ts'

import { displayModes, editionModes, pageSizes, sortOptions } from '../list-options.ts'
import {
  audioTypes,
  colorSchemes,
  finishings,
  initialPathBehaviors,
  MAX_FILTER_LENGTH,
  playerStyles,
  qualityBehaviors,
  SEEK_TIME_BOUNDS,
  sePreferences,
  sidebarExpandModes,
  subtitleDisplayModes,
  type Settings,
} from '../settings.store.ts'

/**
 * All settings of a device, except the folded sidebar. The language is saved separately, because the server needs it
 * too.
 */
export type DeviceSettings = Omit<Settings, 'isSidebarFolded'> & { userPreferredLang: Locale | null }
export type SettingName = keyof DeviceSettings

/** The type of a setting for display; `settingReaders` validates. */
export type Kind =
  | { kind: 'flag'; orNull?: true }
  | { kind: 'choice'; values: readonly (string | number)[]; orNull?: true }
  | { kind: 'number'; min: number; max: number; unit: 'seconds' | 'megabytes' }
  | { kind: 'text'; maxLength: number }
  | { kind: 'id' }
  | { kind: 'types'; values: readonly string[] }
  | { kind: 'works' }

const flag: Kind = { kind: 'flag' }
const choice = (values: readonly (string | number)[]): Kind => ({ kind: 'choice', values })
const seekTime: Kind = { kind: 'number', min: SEEK_TIME_BOUNDS[0], max: SEEK_TIME_BOUNDS[1], unit: 'seconds' }

export const editionLanguageChoices = ['page', ...languageCodes]

/** In the order of the screen. */
export const settingKinds: Record<SettingName, Kind> = {
  userPreferredLang: { kind: 'choice', values: locales, orNull: true },
  colorScheme: choice(colorSchemes),
  sidebarExpandMode: choice(sidebarExpandModes),
  displayMode: choice(displayModes),
  sortOption: choice(sortOptions),
  pageSize: choice(pageSizes),
  globalFilter: { kind: 'text', maxLength: MAX_FILTER_LENGTH },
  editions: choice(editionModes),
  editionLanguage: choice(editionLanguageChoices),
  showCensoredTag: flag,
  showShopDetails: flag,
  showSubtitled: { kind: 'flag', orNull: true },
  quickMarkTargetPlaylist: { kind: 'id' },
  apiUrlKey: choice(endpointKeys),
  showPopularAtHome: flag,
  showRecommendAtHome: flag,
  showRecentAtHome: flag,
  showSimilarWorksAtWorkDetail: flag,
  learnFromListening: flag,
  keepHistory: flag,
  marksListening: flag,
  marksListened: choice(finishings),
  initialPathBehavior: choice(initialPathBehaviors),
  sePreference: choice(sePreferences),
  audioTypePreference: { kind: 'types', values: audioTypes },
  playerStyle: choice(playerStyles),
  rewindSeekTime: seekTime,
  forwardSeekTime: seekTime,
  qualityBehavior: choice(qualityBehaviors),
  prefetchMegabytes: { kind: 'number', min: 0, max: 1000, unit: 'megabytes' },
  evenLoudness: flag,
  keepScreenOn: flag,
  enableAntiScreenBurnin: flag,
  keyboardShortcuts: flag,
  shakeToExtend: flag,
  enableSubtitle: { kind: 'flag', orNull: true },
  subtitleDisplayMode: choice(subtitleDisplayModes),
  localSubtitledWorks: { kind: 'works' },
  recommenderUuid: { kind: 'id' },
}
