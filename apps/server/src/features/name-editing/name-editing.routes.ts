import {
  listAlikeNames,
  listNameChanges,
  mergeNames,
  previewNameMerge,
  renameName,
  undoNameChange,
} from '@otodana/contract'
import type { FastifyInstance } from 'fastify'

import { editorOf } from '#features/accounts/index.ts'
import { serve } from '#http/serve.ts'

import type { NameEditing } from './name-editing.service.ts'

export function nameEditingRoutes(app: FastifyInstance, names: NameEditing): void {
  serve(app, listAlikeNames, async ({ params }) => ({ groups: await names.alike(params.kind) }))
  serve(app, previewNameMerge, ({ params, body }) => names.preview(params.kind, body))
  serve(app, mergeNames, ({ params, body, account }) => names.merge(params.kind, body, editorOf(account)))
  serve(app, renameName, ({ params, body, account }) => names.rename(params.kind, body, editorOf(account)))
  serve(app, listNameChanges, ({ query }) => names.changes(query.page))
  serve(app, undoNameChange, ({ params, account }) => names.undo(params.id, editorOf(account)))
}
