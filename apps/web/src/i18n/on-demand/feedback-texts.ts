// What sending a report can fail with.
import './deferred-texts.ts'

import { addTextFiles } from './add-text-files.ts'

// The texts of reported problems, in all languages: they come with the form, and with the administrators' list.
export const feedbackTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('../*/feedback.json', { eager: true, import: 'default' }),
)
