import type { ListSource } from '#lib/kept/schema.ts'

export function idOfSource(source: ListSource): string {
  if (source.kind === 'playlist') return `playlist/${source.playlistId}`
  return `${source.isSubtitled ? 'subtitled' : 'search'}/${source.words}`
}
