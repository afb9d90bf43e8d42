import { addTextFiles } from './add-text-files.ts'

// Texts of ratings, reviews and favourites in all languages, loaded with members' parts.
export const reviewTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('../*/{favourites,reviews}.json', { eager: true, import: 'default' }),
)
