import { addTextFiles } from './add-text-files.ts'

// The texts of downloads, in all languages: they come with the dialog.
export const downloadsTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('../*/downloads.json', { eager: true, import: 'default' }),
)
