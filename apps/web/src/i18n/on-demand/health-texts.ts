import { addTextFiles } from './add-text-files.ts'

// What is said when the server is not well, and where its address is chosen, in all languages: with these.
export const healthTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('../*/health.json', { eager: true, import: 'default' }),
)
