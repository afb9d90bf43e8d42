import { addTextFiles } from './add-text-files.ts'

// Texts about pictures of videos in all languages, loaded with the first of them.
addTextFiles(import.meta.glob<Record<string, unknown>>('../*/video.json', { eager: true, import: 'default' }))
