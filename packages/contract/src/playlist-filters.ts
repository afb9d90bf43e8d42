/** Which playlists a list includes. In a file without schemas, because URLs are read before any call. */
export const playlistFilters = ['all', 'owned', 'liked'] as const
export type PlaylistFilter = (typeof playlistFilters)[number]
