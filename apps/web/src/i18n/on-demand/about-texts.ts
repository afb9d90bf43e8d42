import { addTextFiles } from './add-text-files.ts'

// The texts of the page about the site, in all languages: they come with it.
export const aboutTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('../*/about.json', { eager: true, import: 'default' }),
)
