import {
  type ErrorCode,
  getCircle,
  getTag,
  getVoiceActor,
  listCircles,
  listTags,
  listVoiceActors,
} from '@otodana/contract'
import type { FastifyInstance } from 'fastify'

import { AppError } from '#http/app-error.ts'
import { serve } from '#http/serve.ts'

import type { NameRepository } from './names.repository.ts'

export function nameRoutes(app: FastifyInstance, { names }: { names: NameRepository }): void {
  serve(app, listCircles, () => names.circles())
  serve(app, getCircle, async ({ params }) => one(await names.circles(), params.id, 'circle.notFound'))
  serve(app, listTags, () => names.tags())
  serve(app, getTag, async ({ params }) => one(await names.tags(), params.id, 'tag.notFound'))
  serve(app, listVoiceActors, () => names.voiceActors())
  serve(app, getVoiceActor, async ({ params }) =>
    one(await names.voiceActors(), params.id.toLowerCase(), 'va.notFound'),
  )
}

function one<T extends { id: number | string }>(items: T[], id: T['id'], code: ErrorCode): T {
  const item = items.find((candidate) => candidate.id === id)
  if (item === undefined) throw new AppError(code)
  return item
}
