import { addTextFiles } from './add-text-files.ts'

// The texts of what opens from a work's files, in all languages: they come with the first of those overlays.
export const fileTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('../*/{file-menu,file-preview}.json', { eager: true, import: 'default' }),
)
