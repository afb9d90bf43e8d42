import {
  addSelectionToPlaylist,
  cancelSelectionEdit,
  editSelection,
  getSelectionEdit,
  listSelectionEdits,
  MAX_REFRESHED_WORKS,
  refreshSelection,
  undoSelectionEdit,
} from '@otodana/contract'
import type { FastifyInstance } from 'fastify'

import { editorOf } from '#features/accounts/index.ts'
import type { MetadataFetch } from '#features/metadata-providers/index.ts'
import type { PlaylistRepository } from '#features/playlists/index.ts'
import { AppError } from '#http/errors/app-error.ts'
import { serve } from '#http/serve.ts'

import type { Selections } from './selections.service.ts'

export type RoutesDeps = {
  selections: Selections
  metadata: Pick<MetadataFetch, 'request'>
  playlists: Pick<PlaylistRepository, 'find' | 'addWorks'>
}

export function selectionRoutes(app: FastifyInstance, { selections, metadata, playlists }: RoutesDeps): void {
  serve(app, editSelection, async ({ body, account }) => {
    const ids = await selections.resolve(body.selection, account)
    return selections.edit(ids, body.change, editorOf(account))
  })
  serve(app, listSelectionEdits, async () => ({ edits: await selections.list() }))
  serve(app, getSelectionEdit, ({ params }) => selections.get(params.id))
  serve(app, cancelSelectionEdit, ({ params }) => selections.cancel(params.id))
  serve(app, undoSelectionEdit, ({ params, account }) => selections.undo(params.id, editorOf(account)))
  serve(app, refreshSelection, async ({ body, account }) => {
    const ids = await selections.resolve(body.selection, account)
    if (ids.length > MAX_REFRESHED_WORKS) throw new AppError('selection.tooMany')
    return { queued: await metadata.request(ids) }
  })
  serve(app, addSelectionToPlaylist, async ({ body, account }) => {
    const playlist = await playlists.find(body.id.toLowerCase(), account.id)
    if (playlist?.account_id !== account.id) throw new AppError('playlist.notFound')
    const added = await playlists.addWorks(playlist.id, await selections.resolve(body.selection, account))
    if (added === null) throw new AppError('playlist.full')
    return { added }
  })
}
