import { addTextFiles } from './add-text-files.ts'

// Texts of importing a member's export in all languages, loaded with its dialog.
export const accountImportTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('../*/account-import.json', { eager: true, import: 'default' }),
)
