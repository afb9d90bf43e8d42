import { editWork, getWorkEdit, listWorkEdits, MAX_COVER_BYTES, undoWorkEdit, uploadCover } from '@otodana/contract'
import type { FastifyInstance } from 'fastify'

import { editorOf } from '#features/accounts/index.ts'
import { workIdOf } from '#features/works/index.ts'
import { AppError } from '#http/errors/app-error.ts'
import { serve } from '#http/serve.ts'

import type { Editing } from './editing.service.ts'

export function editingRoutes(app: FastifyInstance, { editing }: { editing: Editing }): void {
  serve(app, getWorkEdit, ({ params }) => editing.form(workIdOf(params.id)))
  serve(app, editWork, ({ params, body, account }) => editing.edit(editorOf(account), workIdOf(params.id), body))
  serve(app, listWorkEdits, ({ params, query }) => editing.history(workIdOf(params.id), query))
  serve(app, undoWorkEdit, ({ params, account }) => editing.undo(editorOf(account), workIdOf(params.id), params.editId))

  // Only this route takes pictures.
  void app.register((pictures, _options, done) => {
    pictures.addContentTypeParser(
      /^(?:image\/[\w.+-]+|application\/octet-stream)$/,
      { parseAs: 'buffer', bodyLimit: MAX_COVER_BYTES },
      (_request, bytes, parsed) => parsed(null, bytes),
    )
    serve(pictures, uploadCover, async ({ params, request }) => {
      const workId = workIdOf(params.id)
      if (!Buffer.isBuffer(request.body)) throw new AppError('request.unsupported')
      return { uploaded: await editing.uploadCover(workId, request.body) }
    })
    done()
  })
}
