import { addTextFiles } from './text-files.ts'

// The texts of screens that nobody arrives at, in all languages: they come with those screens' own chunk. A screen that
// uses them imports this file.
export const laterTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('./*/{names,search,settings,subtitle-search}.json', {
    eager: true,
    import: 'default',
  }),
)
