import { type CoverType, getCover } from '@otodana/contract'
import { parseWorkRef } from '@otodana/work-code'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { invalidInput } from '#http/errors/app-error.ts'
import { checkConditions } from '#http/sending/conditional.ts'
import { isKnown, serve } from '#http/serve.ts'

import type { Covers } from './cover.service.ts'
import { contentTypes, negotiateFormat } from './variants.ts'

/** A day; less for placeholders, which a cover may replace. */
const COVER_SECONDS = 86_400
const PLACEHOLDER_SECONDS = 600

export function coverRoutes(app: FastifyInstance, { covers }: { covers: Covers }): void {
  serve(app, getCover, async ({ params, query, request, reply, ...visitor }) => {
    const workId = parseWorkRef(params.id.replace(/\.jpg$/i, ''))
    if (workId === null) throw invalidInput('path', 'id', 'must be a work id or code', params.id)
    return sendCover({ covers, request, reply, isPublic: !isKnown(visitor) }, workId, query.type)
  })
}

type Exchange = {
  covers: Covers
  request: FastifyRequest
  reply: FastifyReply
  /** Whether anyone may see it, so that shared caches may keep it. */
  isPublic: boolean
}

/** Sends the cover of a work, or a placeholder. */
export async function sendCover(
  { covers, request, reply, isPublic }: Exchange,
  workId: number,
  type: CoverType,
): Promise<FastifyReply> {
  const cover = await covers.getCover(workId)
  const variant = { type, format: negotiateFormat(request.headers.accept) }

  reply.headers({ vary: 'Accept', 'x-content-type-options': 'nosniff' })
  const etag = covers.etagOf(cover, variant)
  // Covers that require a token must not be in shared caches.
  const keptFor = (isPlaceholder: boolean) =>
    `${isPublic ? 'public' : 'private'}, max-age=${isPlaceholder ? PLACEHOLDER_SECONDS : COVER_SECONDS}`
  if (checkConditions(request.headers, { etag }) === 'notModified') {
    return reply
      .code(304)
      .headers({ etag, 'cache-control': keptFor(cover.file === null) })
      .send()
  }
  const rendered = await covers.render(cover, variant)
  reply.headers({
    etag: rendered.etag,
    'cache-control': keptFor(rendered.isPlaceholder),
  })
  if (checkConditions(request.headers, { etag: rendered.etag }) === 'notModified') return reply.code(304).send()
  return reply.type(contentTypes[variant.format]).send(rendered.bytes)
}
