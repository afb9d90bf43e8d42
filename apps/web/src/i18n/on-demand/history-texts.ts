import { addTextFiles } from './add-text-files.ts'

// Texts of the listening history and of works to continue, in all languages.
export const historyTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('../*/history.json', { eager: true, import: 'default' }),
)
