import { addTextFiles } from './add-text-files.ts'

// Texts of popular, recommended and similar works in all languages, loaded with the shelves and screens.
export const recommenderTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('../*/recommender.json', { eager: true, import: 'default' }),
)
