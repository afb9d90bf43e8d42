export {
  colorSchemes,
  playerStyles,
  SETTINGS_KEY,
  useSettings,
  type ColorScheme,
  type PlayerStyle,
} from './settings.store.ts'
