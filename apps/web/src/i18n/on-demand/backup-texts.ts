import { addTextFiles } from './add-text-files.ts'

// The texts of settings that go to a file and come from one, in all languages: they come with the settings' screen.
export const backupTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('../*/settings-backup.json', { eager: true, import: 'default' }),
)
