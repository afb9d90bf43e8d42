// Errors of logging in.
import './deferred-texts.ts'

import { addTextFiles } from './add-text-files.ts'

// Texts of accounts in all languages, loaded with the login, the account menu or the settings.
export const accountTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('../*/accounts.json', { eager: true, import: 'default' }),
)
