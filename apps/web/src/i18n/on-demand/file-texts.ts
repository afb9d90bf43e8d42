import { addTextFiles } from './add-text-files.ts'

// Texts of a work's file dialogs in all languages, loaded with the first of them.
export const fileTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('../*/{file-menu,file-preview}.json', { eager: true, import: 'default' }),
)
