export { settingsScript } from './settings-script.ts'
export {
  displayModes,
  hasLocalSubtitles,
  MAX_FILTER_LENGTH,
  SETTINGS_KEY,
  pageSizes,
  playerStyles,
  qualityBehaviors,
  sortOptions,
  useSettings,
  type AudioType,
  type DisplayMode,
  type InitialPathBehavior,
  type PlayerStyle,
  type QualityBehavior,
  type SePreference,
  type Settings,
  type SortOption,
} from './settings.store.ts'
export { ColorSchemeChoice } from './ColorSchemeChoice.tsx'
export { LanguageChoice } from './LanguageChoice.tsx'
export { SettingsPending } from './screen/SettingsPending.tsx'
export { SettingsScreen } from './screen/SettingsScreen.tsx'
export { Toggle } from './Toggle.tsx'
export { useSubtitlesOn } from './use-subtitles-on.ts'
