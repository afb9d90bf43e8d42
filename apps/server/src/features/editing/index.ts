import type { FastifyInstance } from 'fastify'

import type { Config } from '#config.ts'
import type { AccountFeature } from '#features/accounts/index.ts'
import type { CatalogueService } from '#features/catalogue/index.ts'
import { uploadedCovers } from '#features/covers/index.ts'

import { editingRoutes } from './editing.routes.ts'
import { createEditing, type Editing, type EditingDeps } from './editing.service.ts'
import { editsOf } from './edits.repository.ts'

export { exportEdits } from './edits.repository.ts'
export type { Editing, WorkEditId } from './editing.service.ts'
export type { FieldChange, FieldValues } from './field-changes.ts'

type Deps = Pick<EditingDeps, 'database' | 'storage'> &
  Pick<AccountFeature, 'addPersonalData'> & {
    config: Pick<Config, 'dataDir'>
    catalogue: Pick<CatalogueService, 'catchUp'>
  }

/** Editors' changes of works, which go before all other sources, with history and undo. */
export function editingFeature(http: FastifyInstance, deps: Deps): Editing {
  const { config, database, storage, catalogue, addPersonalData } = deps
  const editing = createEditing({
    database,
    storage,
    uploadDir: uploadedCovers(config.dataDir),
    onChange: () => catalogue.catchUp(),
  })
  addPersonalData({ name: 'edits', export: (accountId) => editsOf(database.read, accountId) })
  editingRoutes(http, { editing })
  return editing
}
