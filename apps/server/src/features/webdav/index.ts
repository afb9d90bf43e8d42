import type { FastifyInstance } from 'fastify'

import type { AppPasswords } from '#features/app-passwords/index.ts'
import type { CatalogueService } from '#features/catalogue/index.ts'
import type { Media } from '#features/media/index.ts'
import type { PlaylistRepository } from '#features/playlists/index.ts'
import type { Database } from '#db/open.ts'

import { createCircles } from './circles.ts'
import { createPlaylists } from './playlists.ts'
import { createTree } from './tree.ts'
import { createWebdavRepository } from './webdav.repository.ts'
import { webdavRoutes } from './webdav.routes.ts'
import { createWorkFiles } from './work-files.ts'

type Deps = {
  database: Database
  appPasswords: AppPasswords
  catalogue: CatalogueService
  media: Media
  playlists: PlaylistRepository
  /** Library folders of which nginx sends the files. */
  proxiedRoots: readonly string[]
}

/** The library as folders and files for WebDAV's clients, below `/dav`. */
export function webdavFeature(http: FastifyInstance, deps: Deps): void {
  const { database, appPasswords, catalogue, media, proxiedRoots } = deps
  const repository = createWebdavRepository(database)
  const tree = createTree({
    repository,
    catalogue,
    circles: createCircles(repository, catalogue),
    playlists: createPlaylists({ repository, playlists: deps.playlists, catalogue }),
    filesOf: createWorkFiles(repository),
    isSentByProxy: (root) => proxiedRoots.includes(root),
  })
  webdavRoutes(http, { appPasswords, media, tree })
}
