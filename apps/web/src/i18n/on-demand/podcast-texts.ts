import { addTextFiles } from './add-text-files.ts'

// Texts of podcast feeds in all languages, loaded with the button that opens one.
export const podcastTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('../*/podcasts.json', { eager: true, import: 'default' }),
)
