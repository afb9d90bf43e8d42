export { createPlaylistRepository, type PlaylistRepository } from './playlists.repository.ts'
export { playlistRoutes, playlistVersion } from './playlists.routes.ts'
export { createPlaylistService } from './playlists.service.ts'
