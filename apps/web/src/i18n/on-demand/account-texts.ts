// What logging in can fail with.
import './deferred-texts.ts'

import { addTextFiles } from './add-text-files.ts'

// The texts of the accounts, in all languages: they come with the login, the account's menu or its settings.
export const accountTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('../*/accounts.json', { eager: true, import: 'default' }),
)
