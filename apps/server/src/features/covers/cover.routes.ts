import { type CoverType, getCover } from '@otodana/contract'
import { parseWorkRef } from '@otodana/work-code'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { invalidInput } from '#http/errors/app-error.ts'
import { checkConditions } from '#http/sending/conditional.ts'
import { isKnown, serve } from '#http/serve.ts'

import type { WorkCover } from './cover.repository.ts'
import type { Covers } from './cover.service.ts'
import { contentTypes, negotiateFormat } from './variants.ts'

/** A day; less for placeholders, which a cover may replace. */
const COVER_SECONDS = 86_400
const PLACEHOLDER_SECONDS = 600

/** Clients show whatever comes; one drawing for all, or each number would leave one behind. */
const NO_WORK: WorkCover = { workId: 0, file: null }

export function coverRoutes(app: FastifyInstance, { covers }: { covers: Covers }): void {
  serve(app, getCover, async ({ params, query, request, reply, ...visitor }) => {
    const workId = parseWorkRef(params.id.replace(/\.jpg$/i, ''))
    if (workId === null) throw invalidInput('path', 'id', 'must be a work id or code', params.id)
    const cover = await covers.findCover(workId)
    return sendCover({ covers, request, reply, isPublic: !isKnown(visitor) }, cover ?? NO_WORK, query.type)
  })
}

type Exchange = {
  covers: Covers
  request: FastifyRequest
  reply: FastifyReply
  /** Whether anyone may see it, so that shared caches may keep it. */
  isPublic: boolean
}

/** Sends a cover, or a placeholder for one that is missing. */
export async function sendCover(
  { covers, request, reply, isPublic }: Exchange,
  cover: WorkCover,
  type: CoverType,
): Promise<FastifyReply> {
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
