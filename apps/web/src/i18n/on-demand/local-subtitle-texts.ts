import { addTextFiles } from './add-text-files.ts'

// Texts of subtitles on this device in all languages, loaded with the parts that manage, list and upgrade them.
export const localSubtitleTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('../*/local-subtitles.json', { eager: true, import: 'default' }),
)
