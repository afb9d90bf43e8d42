import { hash } from 'node:crypto'

import type { Catalogue } from '@otodana/catalogue'
import { checkLyric, listLyricCandidates, listSubtitleLanguages, searchSubtitles } from '@otodana/contract'
import type { FastifyInstance } from 'fastify'

import { readMediaRef } from '#features/media/index.ts'
import { readWorkId } from '#features/works/index.ts'
import { siteUrlOf } from '#http/visitor/origin.ts'
import { servePrepared } from '#http/serve-prepared.ts'
import { serve } from '#http/serve.ts'

import type { Subtitles } from './subtitles.service.ts'
import type { TrackSubtitles } from './tracks/track-subtitles.ts'

type SubtitleRouteDeps = {
  subtitles: Subtitles
  trackSubtitles: TrackSubtitles
  catalogue: Pick<Catalogue, 'subtitleLanguageCounts'>
}

export function subtitleRoutes(
  app: FastifyInstance,
  { subtitles, trackSubtitles, catalogue }: SubtitleRouteDeps,
): void {
  serve(app, listSubtitleLanguages, () => ({
    languages: [...catalogue.subtitleLanguageCounts()].map(([language, count]) => ({ language, count })),
  }))

  servePrepared(app, searchSubtitles, async ({ query: asked, request }) => {
    const { query, keyword, workId, page, pageSize } = asked
    const json = await subtitles.search(
      {
        query,
        keyword,
        workId: workId === '' ? null : readWorkId('query', 'workId', workId),
        page,
        pageSize,
        siteUrl: siteUrlOf(request),
      },
      request.signal,
    )
    const body = Buffer.from(json)
    return { tag: `subtitles ${hash('sha256', body)}`, body: () => body }
  })

  serve(app, checkLyric, ({ params }) => trackSubtitles.check(readMediaRef(params.hash)))

  serve(app, listLyricCandidates, ({ body }) => {
    const workId = readWorkId('body', 'intProductID', body.intProductID)
    return trackSubtitles.candidates(workId, body.mediaFileName, body.mediaDuration)
  })
}
