import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { RecordId, Uuid } from './primitives.ts'
import { Circle, Staff, TagNames, VoiceActor } from './works.ts'

/** Number of works in the library; names without works are not listed. */
const counted = { count: z.int() }

export const CountedCircle = z.extend(Circle, counted)
export type CountedCircle = z.infer<typeof CountedCircle>

export const CountedTag = z.object({ id: z.int(), name: z.string(), i18n: TagNames, ...counted })
export type CountedTag = z.infer<typeof CountedTag>

export const CountedVoiceActor = z.extend(VoiceActor, counted)
export type CountedVoiceActor = z.infer<typeof CountedVoiceActor>

export const CountedSeries = z.object({
  id: z.int(),
  name: z.string(),
  /** Series of different circles can have the same name. `name` is empty if the circle is unknown. */
  circle: z.object({ id: z.int(), name: z.string() }),
  /** The storefront's code; empty if unknown. */
  code: z.string(),
  ...counted,
})
export type CountedSeries = z.infer<typeof CountedSeries>

/** At most so many works of a series are listed with it. */
export const MAX_SERIES_WORKS = 1_000

export const OneSeries = z.extend(CountedSeries, {
  works: z.array(
    z.object({
      id: z.int(),
      source_id: z.string(),
      title: z.string(),
      /** The work's place in the series; null if unknown. */
      number: z.nullable(z.number()),
      /** Such as `CHI_HANS`; null if unknown. */
      language: z.nullable(z.string()),
      /** The lowest id of the work's editions, its own included: only editions of one work have the same. */
      edition_of: z.int(),
    }),
  ),
})
export type OneSeries = z.infer<typeof OneSeries>

export const CountedStaff = z.extend(Staff, counted)
export type CountedStaff = z.infer<typeof CountedStaff>

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

export const listSeries = endpoint({
  method: 'GET',
  path: '/api/series/',
  summary: 'Lists every series with works, most works first',
  tag: 'Names',
  response: z.array(CountedSeries),
})

export const getSeries = endpoint({
  method: 'GET',
  path: '/api/series/{id}',
  summary: 'Returns one series with its works in order: by number, then release, then id',
  tag: 'Names',
  params: z.object({ id: RecordId }),
  response: OneSeries,
  errors: ['series.notFound'],
})

export const listStaff = endpoint({
  method: 'GET',
  path: '/api/staff/',
  summary: 'Lists everyone who wrote, drew or composed for works, most works first',
  tag: 'Names',
  response: z.array(CountedStaff),
})

export const getStaff = endpoint({
  method: 'GET',
  path: '/api/staff/{id}',
  summary: 'Returns one member of the staff',
  tag: 'Names',
  params: z.object({ id: Uuid }),
  response: CountedStaff,
  errors: ['staff.notFound'],
})
