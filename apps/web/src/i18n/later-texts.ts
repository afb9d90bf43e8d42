import { addTextFiles } from './text-files.ts'

// The texts of screens that nobody arrives at, in all languages: they come with those screens' own chunk. A screen that
// uses them imports this file, and so does whatever calls the API in a way that can fail with one of later-errors.json.
export const laterTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('./*/{later-errors,names,search,settings,subtitle-search}.json', {
    eager: true,
    import: 'default',
  }),
)
