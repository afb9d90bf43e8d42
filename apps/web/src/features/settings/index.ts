export { settingsScript } from './settings-script.ts'
export {
  colorSchemes,
  MAX_FILTER_LENGTH,
  playerStyles,
  useSettings,
  subtitleDisplayModes,
  type ColorScheme,
  type PlayerStyle,
  type SubtitleDisplayMode,
} from './settings.store.ts'
export { ColorSchemeChoice } from './ColorSchemeChoice.tsx'
export { LanguageChoice } from './LanguageChoice.tsx'
export { SettingsScreen } from './SettingsScreen.tsx'
export { useSubtitlesOn } from './use-subtitles-on.ts'
