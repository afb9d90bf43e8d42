import { addTextFiles } from './add-text-files.ts'

// Texts of exporting and importing settings in all languages, loaded with the settings.
export const backupTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('../*/settings-backup.json', { eager: true, import: 'default' }),
)
