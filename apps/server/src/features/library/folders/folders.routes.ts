import { correctCode, listFolders, makeFolderWork, undoFolder } from '@otodana/contract'
import { parseWorkRef } from '@otodana/work-code'
import type { FastifyInstance } from 'fastify'

import { AppError } from '#http/errors/app-error.ts'
import { serve } from '#http/serve.ts'

import type { FolderService } from './folders.service.ts'

/** Calls of administrators about folders without a code, or with a wrong one. */
export function folderRoutes(app: FastifyInstance, { folders }: { folders: FolderService }): void {
  serve(app, listFolders, () => folders.list())
  serve(app, makeFolderWork, async ({ body }) => ({ workId: await folders.makeWork(body) }))
  serve(app, correctCode, async ({ params, body }) => {
    const wanted = body.code === null ? null : idOf(body.code)
    return { workId: await folders.correctCode(idOf(params.id), wanted) }
  })
  serve(app, undoFolder, async ({ params }) => ({ workId: await folders.undo(idOf(params.id)) }))
}

function idOf(ref: string): number {
  const id = parseWorkRef(ref)
  if (id === null) throw new AppError('work.notFound')
  return id
}
