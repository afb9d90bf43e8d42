// Errors of editing names.
import './deferred-texts.ts'

import { addTextFiles } from './add-text-files.ts'

// Texts of editing names in all languages, loaded with the dialog.
export const nameEditingTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('../*/name-editing.json', { eager: true, import: 'default' }),
)
