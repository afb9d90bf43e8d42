export { settingsScript } from './settings-script.ts'
export {
  displayModes,
  pageSizes,
  sortOptions,
  type DisplayMode,
  type EditionMode,
  type SortOption,
} from './list-options.ts'
export {
  hasLocalSubtitles,
  MAX_FILTER_LENGTH,
  SETTINGS_KEY,
  audioTypes,
  finishings,
  playerStyles,
  qualityBehaviors,
  useSettings,
  type AudioType,
  type InitialPathBehavior,
  type PlayerStyle,
  type QualityBehavior,
  type SePreference,
  type Settings,
} from './settings.store.ts'
export { ColorSchemeChoice } from './ColorSchemeChoice.tsx'
export { EditionChoices } from './EditionChoices.tsx'
export { LanguageChoice } from './LanguageChoice.tsx'
export { SettingsPending } from './screen/SettingsPending.tsx'
export { SettingsScreen } from './screen/SettingsScreen.tsx'
export { hasSubtitleMarks, readLanguage, useSubtitleMarks } from './use-subtitle-marks.ts'
export { useSubtitlesOn } from './use-subtitles-on.ts'
