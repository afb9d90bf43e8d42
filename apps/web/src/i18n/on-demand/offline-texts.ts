import { addTextFiles } from './add-text-files.ts'

// What is said of the connection and of what is kept on the device, in all languages: it comes with the first notice.
export const offlineTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('../*/offline.json', { eager: true, import: 'default' }),
)
