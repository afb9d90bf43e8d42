import type { ListSource } from '#lib/kept/schema.ts'

export const idOfSource = (source: ListSource): string =>
  source.kind === 'playlist' ? `playlist/${source.playlistId}` : `search/${source.words}`
