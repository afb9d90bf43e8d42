import { addTextFiles } from './add-text-files.ts'

// Texts of the debug screen in all languages, loaded with it.
export const debugTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('../*/debug.json', { eager: true, import: 'default' }),
)
