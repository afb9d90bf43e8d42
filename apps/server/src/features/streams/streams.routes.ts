import type { IncomingHttpHeaders } from 'node:http'

import { getVideoState, type LowQualityFormat, streamLowQuality, streamVideo } from '@otodana/contract'
import type { FastifyInstance } from 'fastify'

import { type Media, readMediaRef } from '#features/media/index.ts'
import { sendBytes } from '#http/sending/send-bytes.ts'
import { serve } from '#http/serve.ts'
import { whenGone } from '#http/sending/when-gone.ts'
import { networkOf } from '#http/visitor/network-of.ts'

import type { Streams } from './streams.service.ts'
import type { Videos } from './videos.service.ts'

type StreamRoutesDeps = { media: Media; streams: Streams; videos: Videos }

/** Browsers show media in a generated page, which needs the stream itself and inline styles. */
const POLICY = "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"

const headers = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': POLICY,
  'cache-control': 'private, max-age=3600',
}

export function streamRoutes(app: FastifyInstance, { media, streams, videos }: StreamRoutesDeps): void {
  serve(app, streamLowQuality, async ({ params, query, request, reply }) => {
    const file = await media.getFile(readMediaRef(params.hash))
    const format =
      query.format === 'auto' ? chooseFormat(await streams.formats(), request.headers.accept) : query.format
    if (!format) throw streams.unavailable()
    const receiver = { signal: whenGone(reply), isAhead: isPrefetch(request.headers) }
    const stream = await streams.getStream(file, format, receiver)
    reply.headers({ ...headers, ...(query.format === 'auto' && { vary: 'accept' }) })
    return sendBytes(request, reply, stream)
  })
  serve(app, streamVideo, async ({ params, request, reply }) => {
    const file = await media.getFile(readMediaRef(params.hash))
    if ((await streams.formats()).length === 0) throw streams.unavailable()
    const video = await videos.getVideo(file, { signal: whenGone(reply), client: networkOf(request.address) })
    reply.headers(headers)
    return sendBytes(request, reply, video)
  })
  serve(app, getVideoState, async ({ params, request, reply }) => {
    reply.header('cache-control', 'no-store')
    const file = await media.getFile(readMediaRef(params.hash))
    if ((await streams.formats()).length === 0) return { state: 'none' as const }
    return videos.getState(file, { signal: whenGone(reply), client: networkOf(request.address) })
  })
}

/**
 * Opus for clients that declare support: most players accept anything without saying so, and all of them play MP3.
 *
 * @returns null if there is none
 */
function chooseFormat(formats: readonly LowQualityFormat[], accept: string | undefined): LowQualityFormat | null {
  const wanted: LowQualityFormat = /\baudio\/webm\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accept ?? '')
    ? 'opus'
    : 'mp3'
  return formats.includes(wanted) ? wanted : (formats[0] ?? null)
}

/** Browsers mark their own prefetches with `sec-purpose`, which scripts cannot set; they use the older name. */
function isPrefetch(headers: IncomingHttpHeaders): boolean {
  return /^\s*prefetch\b/i.test(String(headers['sec-purpose'] ?? headers['purpose'] ?? ''))
}
