// Errors of votes.
import './deferred-texts.ts'

import { addTextFiles } from './add-text-files.ts'

// Texts of tag votes in all languages, loaded with the dialog.
export const tagVoteTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('../*/tag-votes.json', { eager: true, import: 'default' }),
)
