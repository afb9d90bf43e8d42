import { addTextFiles } from './add-text-files.ts'

// Texts of what is kept on this device in all languages, loaded with its dialog or screen.
export const keptTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('../*/kept.json', { eager: true, import: 'default' }),
)
