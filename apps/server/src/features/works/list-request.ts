import type { WorksBody, WorksQuery } from '@otodana/contract'

/** Whose works a list is about, beside what its keyword says. */
export type ListScope = { circleId?: number; tagId?: number; voiceActorId?: string }

/** What is asked of a list, in whichever of the ways it came. */
export type ListRequest = WorksBody & ListScope

export function fromQuery({ 'withPlaylistStatus[]': withPlaylistStatus, ...query }: WorksQuery): ListRequest {
  return { ...query, withPlaylistStatus, localSubtitledWorks: [] }
}
