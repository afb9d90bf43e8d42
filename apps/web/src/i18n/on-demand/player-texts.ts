import { addTextFiles } from './add-text-files.ts'

// The texts of the player and of what it shows, in all languages: they come with its controls, once something is queued.
export const playerTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('../*/{lyrics,player}.json', { eager: true, import: 'default' }),
)
