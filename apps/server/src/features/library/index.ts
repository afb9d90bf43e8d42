import type { FastifyInstance } from 'fastify'

import type { Config } from '#config.ts'
import type { AuditLog } from '#features/accounts/index.ts'
import type { CatalogueService } from '#features/catalogue/index.ts'

import { folderRoutes } from './folders/folders.routes.ts'
import { createFolderService } from './folders/folders.service.ts'
import { createLibrary, type Library, type LibraryDeps } from './library.ts'
import { createLibraryWatch } from './watch/library-watch.ts'
import { rootRoutes } from './roots/roots.routes.ts'
import { createRootService, type RootServiceDeps } from './roots/roots.service.ts'
import { libraryRoutes } from './library.routes.ts'

export type { Library } from './library.ts'
export { createFolderCheck } from './roots/allowed-folders.ts'
export { scanLibrary, type ScanDeps, type ScanOptions } from './scan/scan.ts'
export { listMissingWorks } from './missing/missing-works.ts'
export { listScanProblems } from './scan-problems.ts'
export type { ScanLog } from './scan-types.ts'

/** Watching begins when the server is ready. */
export type LibraryFeature = Library & { startWatching(): Promise<void> }

type Deps = Omit<
  LibraryDeps,
  'onStored' | 'findRoots' | 's3' | 'scanDepth' | 'scanIntervalMinutes' | 'ffmpegPath' | 'dataDir'
> & {
  config: Config
  roots: RootServiceDeps['roots']
  storage: RootServiceDeps['storage']
  audit: Pick<AuditLog, 'record'>
  catalogue: Pick<CatalogueService, 'catchUp' | 'onChange'>
  /** Called when works may have changed: by a scan of this process, the command line or another server. */
  onStored: () => void
}

/** Scans the library's folders into the database. */
export function libraryFeature(
  http: FastifyInstance,
  { config, roots, storage, audit, catalogue, onStored, onEnded, ...deps }: Deps,
): LibraryFeature {
  const library = createLibrary({
    ...config,
    ...deps,
    findRoots: roots.read,
    onEnded() {
      onEnded?.()
      void watch.follow()
    },
    onStored: async () => {
      await catalogue.catchUp()
      onStored()
    },
  })
  const watch = createLibraryWatch({
    database: deps.database,
    findRoots: roots.read,
    scan: (places) => library.scanFolders(places),
    log: deps.log,
  })
  // Other processes' scans are noticed by their works.
  async function lookAtScannedElsewhere(): Promise<void> {
    if (await library.isOtherProcessScanning()) onStored()
  }
  catalogue.onChange(() => void lookAtScannedElsewhere())
  libraryRoutes(http, { library, roots })
  const chosen = createRootService({
    config,
    database: deps.database,
    roots,
    storage,
    watchStateOf: watch.stateOf,
    onChanged: async () => {
      await catalogue.catchUp()
      await library.startAgain()
      await watch.follow()
    },
  })
  rootRoutes(http, { roots: chosen, audit })
  const folders = createFolderService({
    database: deps.database,
    onChanged: async () => {
      await catalogue.catchUp()
      await library.startByItself('api')
    },
  })
  folderRoutes(http, { folders })
  http.addHook('onClose', () => library.close())
  http.addHook('onClose', async () => watch.close())
  return {
    ...library,
    startWatching: async () => {
      if (config.isLibraryWatched) await watch.start()
    },
  }
}
