import { hash } from 'node:crypto'

import { searchSubtitles } from '@otodana/contract'
import type { FastifyInstance } from 'fastify'

import { readWorkId } from '#features/works/index.ts'
import { originOf } from '#http/origin.ts'
import { servePrepared } from '#http/serve-prepared.ts'

import type { Subtitles } from './subtitles.service.ts'

export function subtitleRoutes(app: FastifyInstance, { subtitles }: { subtitles: Subtitles }): void {
  servePrepared(app, searchSubtitles, async ({ query: asked, request }) => {
    const { query, keyword, workId, page, pageSize } = asked
    const json = await subtitles.search(
      {
        query,
        keyword,
        workId: workId === '' ? null : readWorkId('query', 'workId', workId),
        page,
        pageSize,
        origin: originOf(request),
      },
      request.signal,
    )
    const body = Buffer.from(json)
    return { tag: `subtitles ${hash('sha256', body)}`, body: () => body }
  })
}
