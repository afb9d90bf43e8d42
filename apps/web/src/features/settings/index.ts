export { settingsScript } from './settings-script.ts'
export {
  colorSchemes,
  MAX_FILTER_LENGTH,
  playerStyles,
  qualityBehaviors,
  useSettings,
  subtitleDisplayModes,
  type ColorScheme,
  type PlayerStyle,
  type QualityBehavior,
  type SubtitleDisplayMode,
} from './settings.store.ts'
export { ColorSchemeChoice } from './ColorSchemeChoice.tsx'
export { LanguageChoice } from './LanguageChoice.tsx'
export { SettingsPending } from './SettingsPending.tsx'
export { SettingsScreen } from './SettingsScreen.tsx'
export { useSubtitlesOn } from './use-subtitles-on.ts'
