import { addTextFiles } from './add-text-files.ts'

// Texts of the player in all languages, loaded with its controls when something is queued.
export const playerTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('../*/{lyrics,player}.json', { eager: true, import: 'default' }),
)
