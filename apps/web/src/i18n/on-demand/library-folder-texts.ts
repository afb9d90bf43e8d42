import { addTextFiles } from './add-text-files.ts'

// Texts of the library folders in all languages, loaded with their list.
export const libraryFolderTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('../*/library-folders.json', { eager: true, import: 'default' }),
)
