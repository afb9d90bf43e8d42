import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { RecordId, Uuid } from './primitives.ts'
import { Circle, TagNames, VoiceActor } from './works.ts'

/** Number of works in the library; names without works are not listed. */
const counted = { count: z.int() }

export const CountedCircle = z.extend(Circle, counted)
export type CountedCircle = z.infer<typeof CountedCircle>

export const CountedTag = z.object({ id: z.int(), name: z.string(), i18n: TagNames, ...counted })
export type CountedTag = z.infer<typeof CountedTag>

export const CountedVoiceActor = z.extend(VoiceActor, counted)
export type CountedVoiceActor = z.infer<typeof CountedVoiceActor>

export const listCircles = endpoint({
  method: 'GET',
  path: '/api/circles/',
  summary: 'Lists every circle with works, most works first',
  tag: 'Names',
  response: z.array(CountedCircle),
})

export const getCircle = endpoint({
  method: 'GET',
  path: '/api/circles/{id}',
  summary: 'Returns one circle',
  tag: 'Names',
  params: z.object({ id: RecordId }),
  response: CountedCircle,
  errors: ['circle.notFound'],
})

export const listTags = endpoint({
  method: 'GET',
  path: '/api/tags/',
  summary: 'Lists every tag with works, most works first',
  tag: 'Names',
  response: z.array(CountedTag),
})

export const getTag = endpoint({
  method: 'GET',
  path: '/api/tags/{id}',
  summary: 'Returns one tag',
  tag: 'Names',
  params: z.object({ id: RecordId }),
  response: CountedTag,
  errors: ['tag.notFound'],
})

export const listVoiceActors = endpoint({
  method: 'GET',
  path: '/api/vas/',
  summary: 'Lists every voice actor with works, most works first',
  tag: 'Names',
  response: z.array(CountedVoiceActor),
})

export const getVoiceActor = endpoint({
  method: 'GET',
  path: '/api/vas/{id}',
  summary: 'Returns one voice actor',
  tag: 'Names',
  params: z.object({ id: Uuid }),
  response: CountedVoiceActor,
  errors: ['va.notFound'],
})
