import { addTextFiles } from './add-text-files.ts'

// The texts of the menu and of the choices that it shares with the settings, in all languages: they come with these.
export const menuTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('../*/menu.json', { eager: true, import: 'default' }),
)
