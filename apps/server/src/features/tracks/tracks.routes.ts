import { listTracks } from '@otodana/contract'
import type { FastifyInstance } from 'fastify'

import { workIdOf } from '#features/works/index.ts'
import { AppError } from '#http/errors/app-error.ts'
import { siteUrlOf } from '#http/visitor/origin.ts'
import { serve } from '#http/serve.ts'

import type { TrackRepository } from './tracks.repository.ts'

export function trackRoutes(app: FastifyInstance, { tracks }: { tracks: TrackRepository }): void {
  serve(app, listTracks, async ({ params, request }) => {
    const tree = await tracks.findTree(workIdOf(params.id), siteUrlOf(request))
    if (!tree) throw new AppError('work.notFound')
    return tree
  })
}
