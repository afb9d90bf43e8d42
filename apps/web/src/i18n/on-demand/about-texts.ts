import { addTextFiles } from './add-text-files.ts'

// Texts of the about page in all languages, loaded with it.
export const aboutTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('../*/about.json', { eager: true, import: 'default' }),
)
