// Names of the age choices and of the buttons that exclude.
import './deferred-texts.ts'

import { addTextFiles } from './add-text-files.ts'

// Texts of the filter panel in all languages, loaded with it.
export const filterTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('../*/filters.json', { eager: true, import: 'default' }),
)
