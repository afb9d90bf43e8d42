import type { Catalogue } from '@otodana/catalogue'
import type { FastifyInstance } from 'fastify'

import type { AccountFeature } from '#features/accounts/index.ts'

import type { PlaylistRepository } from './playlists.repository.ts'
import { playlistRoutes, type PlaylistRoutesDeps } from './playlists.routes.ts'
import { createPlaylistService } from './playlists.service.ts'

export { createPlaylistRepository, type PlaylistRepository } from './playlists.repository.ts'
export { playlistVersion } from './playlists.routes.ts'
export { playlistTitle } from './playlist-title.ts'

type Deps = Omit<PlaylistRoutesDeps, 'playlists'> &
  Pick<AccountFeature, 'addPersonalData'> & { playlists: PlaylistRepository; catalogue: Catalogue }

export function playlistFeature(http: FastifyInstance, { playlists, catalogue, addPersonalData, ...deps }: Deps): void {
  addPersonalData(
    { name: 'playlists', export: (accountId) => playlists.all(accountId) },
    { name: 'markTarget', export: (accountId) => playlists.markTarget(accountId) },
  )
  playlistRoutes(http, { ...deps, playlists: createPlaylistService({ playlists, catalogue }) })
}
