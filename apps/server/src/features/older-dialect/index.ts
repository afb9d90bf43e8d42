import type { FastifyInstance } from 'fastify'

import type { Database } from '#db/open.ts'
import { createPositionRepository } from '#features/playback-positions/index.ts'

import { readOlderNames } from './aliases.ts'
import { type FileHashDeps, fileHashRoutes } from './file-hash.ts'
import { answerInOlderForm } from './older-form.ts'
import { type OlderDialectDeps, olderDialectRoutes } from './older-dialect.routes.ts'
import { createPlayedWorkRepository } from './played-works.repository.ts'
import { type PlayedWorkDeps, playedWorkRoutes } from './played-works.routes.ts'
import { type SmallPictureDeps, smallPictureRoutes } from './small-pictures.ts'

export { pathAliases } from './aliases.ts'

type Deps = OlderDialectDeps &
  FileHashDeps &
  SmallPictureDeps &
  Omit<PlayedWorkDeps, 'played' | 'positions'> & { database: Database }

/** What differs in calls that newer clients make too. Must be called before routes are added. */
export function translateOlderDialect(http: FastifyInstance): void {
  readOlderNames(http)
  answerInOlderForm(http)
}

/** The calls that only older clients of this API family make, in terms of our own. */
export function olderDialectFeature(http: FastifyInstance, { database, ...deps }: Deps): void {
  olderDialectRoutes(http, deps)
  fileHashRoutes(http, deps)
  smallPictureRoutes(http, deps)
  const positions = createPositionRepository(database)
  playedWorkRoutes(http, { ...deps, positions, played: createPlayedWorkRepository(database) })
}
