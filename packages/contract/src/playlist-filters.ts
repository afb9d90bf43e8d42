/** Whose playlists a page of them shows. Apart from their calls, for addresses are read before anything is called. */
export const playlistFilters = ['all', 'owned', 'liked'] as const
export type PlaylistFilter = (typeof playlistFilters)[number]
