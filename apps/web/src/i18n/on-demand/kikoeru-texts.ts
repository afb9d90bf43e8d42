import { addTextFiles } from './add-text-files.ts'

// Texts of moving in from kikoeru in all languages, loaded with its part of the administration.
export const kikoeruTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('../*/kikoeru.json', { eager: true, import: 'default' }),
)
