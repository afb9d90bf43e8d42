import { addTextFiles } from './add-text-files.ts'

// Texts of app passwords in all languages, loaded with their dialog.
export const appPasswordTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('../*/app-passwords.json', { eager: true, import: 'default' }),
)
