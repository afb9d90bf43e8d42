import { addTextFiles } from './text-files.ts'

// Texts of screens that no visit begins with, in all languages: they load with the chunk of such a screen. A screen that uses
// them imports this file, and so does code whose calls can fail with a key of later-errors.json.
export const laterTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('./*/{later-errors,names,search,settings,subtitle-search}.json', {
    eager: true,
    import: 'default',
  }),
)
