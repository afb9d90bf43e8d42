import { addTextFiles } from './add-text-files.ts'

// The texts of ratings, reviews and favourites, in all languages: they come with what members have of their own.
export const reviewTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('../*/{favourites,reviews}.json', { eager: true, import: 'default' }),
)
