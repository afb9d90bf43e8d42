// Errors of selections.
import './deferred-texts.ts'

import { addTextFiles } from './add-text-files.ts'

// Texts of selected works in all languages, loaded with the selection.
export const workSelectionTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('../*/work-selection.json', { eager: true, import: 'default' }),
)
