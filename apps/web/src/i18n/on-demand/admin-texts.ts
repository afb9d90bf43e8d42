// Names of accounts, and errors of administrators' calls.
import './account-texts.ts'

import { addTextFiles } from './add-text-files.ts'

// Texts of the administration in all languages, loaded with its screen.
export const adminTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('../*/admin.json', { eager: true, import: 'default' }),
)
