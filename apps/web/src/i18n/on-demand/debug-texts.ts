import { addTextFiles } from './add-text-files.ts'

// The texts of the debug screen, in all languages: they come with it.
export const debugTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('../*/debug.json', { eager: true, import: 'default' }),
)
