import { addTextFiles } from './add-text-files.ts'

// Texts of the setup in all languages, loaded with its screen.
export const setupTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('../*/setup.json', { eager: true, import: 'default' }),
)
