import { addTextFiles } from './add-text-files.ts'

// Texts of downloads in all languages, loaded with the dialog.
export const downloadsTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('../*/downloads.json', { eager: true, import: 'default' }),
)
