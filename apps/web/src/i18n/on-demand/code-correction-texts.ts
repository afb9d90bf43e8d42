// Errors of folders.
import './deferred-texts.ts'

import { addTextFiles } from './add-text-files.ts'

// Texts of the correction of codes in all languages, loaded with what administrators see of it.
export const codeCorrectionTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('../*/code-correction.json', { eager: true, import: 'default' }),
)
