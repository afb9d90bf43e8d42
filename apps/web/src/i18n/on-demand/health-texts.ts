import { addTextFiles } from './add-text-files.ts'

// Texts of the health screen and the address selection in all languages, loaded with them.
export const healthTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('../*/health.json', { eager: true, import: 'default' }),
)
