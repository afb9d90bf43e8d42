import { addTextFiles } from './add-text-files.ts'

// Texts of series and of the parts of a work's page that come later, in all languages.
export const seriesTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('../*/series.json', { eager: true, import: 'default' }),
)
