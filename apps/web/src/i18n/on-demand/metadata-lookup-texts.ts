import { addTextFiles } from './add-text-files.ts'

// Texts of the lookup of metadata and its failures in all languages, loaded with what administrators see of it.
export const metadataLookupTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('../*/metadata-lookup.json', { eager: true, import: 'default' }),
)
