import { addTextFiles } from './add-text-files.ts'

// Texts about changes that are not yet sent in all languages, loaded with a member's actions.
export const outboxTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('../*/outbox.json', { eager: true, import: 'default' }),
)
