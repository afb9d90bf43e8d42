import { addTextFiles } from './add-text-files.ts'

// Texts of the menu and of choices that it shares with the settings, in all languages, loaded with them.
export const menuTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('../*/menu.json', { eager: true, import: 'default' }),
)
