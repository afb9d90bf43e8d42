import { addTextFiles } from './add-text-files.ts'

// The texts of what is popular, recommended and similar, in all languages: they come with its shelves and screens.
export const recommenderTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('../*/recommender.json', { eager: true, import: 'default' }),
)
