// What a vote can fail with.
import './deferred-texts.ts'

import { addTextFiles } from './add-text-files.ts'

// The texts of votes on tags, in all languages: they come with the dialog.
export const tagVoteTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('../*/tag-votes.json', { eager: true, import: 'default' }),
)
