// Errors of sending a report.
import './deferred-texts.ts'

import { addTextFiles } from './add-text-files.ts'

// Texts of reports in all languages, loaded with the form, and with the administrators' list.
export const feedbackTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('../*/feedback.json', { eager: true, import: 'default' }),
)
