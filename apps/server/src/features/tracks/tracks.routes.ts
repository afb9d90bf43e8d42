import { hash } from 'node:crypto'

import { listChapters, listTracks } from '@otodana/contract'
import type { FastifyInstance } from 'fastify'

import { workIdOf } from '#features/works/index.ts'
import { AppError } from '#http/errors/app-error.ts'
import { servePrepared } from '#http/serve-prepared.ts'
import { siteUrlOf } from '#http/visitor/origin.ts'
import { serve } from '#http/serve.ts'

import type { TrackRepository } from './tracks.repository.ts'

export function trackRoutes(app: FastifyInstance, { tracks }: { tracks: TrackRepository }): void {
  serve(app, listTracks, async ({ params, query, request }) => {
    const site = { url: siteUrlOf(request), withVideo: query.withVideo === 1, withVersions: query.withVersions === 1 }
    const tree = await tracks.findTree(workIdOf(params.id), site)
    if (!tree) throw new AppError('work.notFound')
    return tree
  })
  servePrepared(app, listChapters, async ({ params }) => {
    const found = await tracks.findChapters(workIdOf(params.id))
    if (!found) throw new AppError('work.notFound')
    const body = Buffer.from(JSON.stringify({ tracks: found }))
    return { tag: `chapters ${hash('sha256', body)}`, body: () => body }
  })
}
