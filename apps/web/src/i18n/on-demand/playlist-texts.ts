import { addTextFiles } from './add-text-files.ts'

// The texts of playlists and quick marks, in all languages: they come with the first part that shows any of them.
export const playlistTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('../*/playlists.json', { eager: true, import: 'default' }),
)
