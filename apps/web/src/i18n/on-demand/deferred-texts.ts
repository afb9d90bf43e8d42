import { addTextFiles } from './add-text-files.ts'

// Texts of screens on which no visit starts, in all languages, loaded with such a screen's chunk. Imported by those
// screens, and by code whose calls can fail with a key of errors-deferred.json.
export const deferredTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('../*/{errors-deferred,names,search,settings,subtitle-search}.json', {
    eager: true,
    import: 'default',
  }),
)
