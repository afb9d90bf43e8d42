export { settingsScript } from './settings-script.ts'
export {
  colorSchemes,
  hasLocalSubtitles,
  MAX_FILTER_LENGTH,
  playerStyles,
  qualityBehaviors,
  sidebarExpandModes,
  useSettings,
  subtitleDisplayModes,
  type AudioType,
  type ColorScheme,
  type InitialPathBehavior,
  type PlayerStyle,
  type QualityBehavior,
  type SePreference,
  type SidebarExpandMode,
  type SubtitleDisplayMode,
} from './settings.store.ts'
export { ColorSchemeChoice } from './ColorSchemeChoice.tsx'
export { LanguageChoice } from './LanguageChoice.tsx'
export { SettingsPending } from './SettingsPending.tsx'
export { SettingsScreen } from './SettingsScreen.tsx'
export { Toggle } from './Toggle.tsx'
export { useSubtitlesOn } from './use-subtitles-on.ts'
