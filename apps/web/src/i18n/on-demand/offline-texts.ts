import { addTextFiles } from './add-text-files.ts'

// Texts about the connection and cached pages in all languages, loaded with the first notice.
export const offlineTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('../*/offline.json', { eager: true, import: 'default' }),
)
