export { settingsScript } from './settings-script.ts'
export {
  colorSchemes,
  MAX_FILTER_LENGTH,
  playerStyles,
  useSettings,
  type ColorScheme,
  type PlayerStyle,
} from './settings.store.ts'
export { ColorSchemeChoice } from './ColorSchemeChoice.tsx'
export { LanguageChoice } from './LanguageChoice.tsx'
export { SettingsScreen } from './SettingsScreen.tsx'
