// Errors of editing.
import './deferred-texts.ts'

import { addTextFiles } from './add-text-files.ts'

// Texts of the editing of works in all languages, loaded with what a member can do with a work.
export const editingTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('../*/editing.json', { eager: true, import: 'default' }),
)
