// What an account is called, and what calls of administrators can fail with.
import './account-texts.ts'

import { addTextFiles } from './add-text-files.ts'

// The texts of administration, in all languages: they come with its screen.
export const adminTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('../*/admin.json', { eager: true, import: 'default' }),
)
