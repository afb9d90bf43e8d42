import { addTextFiles } from './add-text-files.ts'

// Texts of screens that no visit begins with, in all languages: they load with the chunk of such a screen. A screen that uses
// them imports this file, and so does code whose calls can fail with a key of errors-deferred.json.
export const deferredTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('../*/{errors-deferred,names,search,settings,subtitle-search}.json', {
    eager: true,
    import: 'default',
  }),
)
