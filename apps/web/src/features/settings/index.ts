export { colorSchemes, SETTINGS_KEY, useSettings, type ColorScheme } from './settings.store.ts'
