import { ages, languageCodes } from '@otodana/contract'
import { parseWorkCode, parseWorkIdentity, type WorkCode } from '@otodana/work-code'
import * as z from 'zod'

import { cleanLine, cleanText } from './clean-text.ts'
import { isRelativePath, unknownFieldMessage } from './field-rules.ts'
import { completeRating } from './rating.ts'

/** Lengths in UTF-16 units; longer values are errors and never cut. */
export const limits = {
  title: 500,
  name: 200,
  voiceActors: 200,
  tags: 200,
  /** In each role. */
  staff: 100,
  seriesNumber: 100_000,
  samples: 100,
  ranks: 100,
  editions: 100,
  attributes: 2_000,
  description: 50_000,
  url: 2_000,
  path: 1_000,
  /** JPY */
  price: 10_000_000,
  /** Maximum of a 32-bit column in both databases. */
  count: 2_147_483_647,
} as const

type LocalNames = { ja?: string | undefined; zh?: string | undefined; en?: string | undefined }
export type TagMetadata = { name: string; censored?: LocalNames | undefined } & LocalNames

/** An object that rejects unknown fields and suggests the intended name. */
function fields<Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? unknownFieldMessage(issue.keys, Object.keys(shape)) : undefined,
  })
}

const line = (max: number) => z.string().overwrite(cleanLine).min(1).max(max)
const name = line(limits.name)
const count = z.int().min(0).max(limits.count)
const day = z.iso.date()

const workCode = z
  .string()
  .max(32)
  .overwrite((text) => parseWorkCode(text)?.code ?? text)
  .refine((text) => parseWorkCode(text) !== null, { error: 'must be a work code such as RJ01234567' })
  .meta({ pattern: '^[RrVvBb][Jj][0-9]{6,8}$', examples: ['RJ01234567'] })

const circle = z
  .union([name, fields({ name, code: z.string().overwrite(cleanLine).max(32).optional() })])
  .transform((given): { name: string; code?: string | undefined } =>
    typeof given === 'string' ? { name: given } : given,
  )

const tag = z
  .union([
    name,
    fields({
      name,
      ja: name.optional(),
      zh: name.optional(),
      en: name.optional(),
      censored: fields({ ja: name.optional(), zh: name.optional(), en: name.optional() })
        .optional()
        .meta({ description: 'What to show instead where plain names are not wanted' }),
    }),
  ])
  .transform((given): TagMetadata => (typeof given === 'string' ? { name: given } : given))

const series = z
  .union([
    name,
    fields({
      name,
      number: z.number().min(0).max(limits.seriesNumber).optional().meta({ description: 'Its place in the series' }),
      code: z.string().overwrite(cleanLine).max(32).optional(),
    }),
  ])
  .transform((given): { name: string; number?: number | undefined; code?: string | undefined } =>
    typeof given === 'string' ? { name: given } : given,
  )

const people = z.array(name).max(limits.staff).optional()
const staff = fields({ scenario: people, illustration: people, music: people, other: people })

const title = line(limits.title).optional()
const titles = fields({ ja: title, zh: title, en: title })

const address = z.url({ protocol: /^https?$/, normalize: true }).max(limits.url)

const rating = fields({
  count: count.optional(),
  average: z.number().min(0).max(5).optional(),
  detail: fields({
    1: count.optional(),
    2: count.optional(),
    3: count.optional(),
    4: count.optional(),
    5: count.optional(),
  }).optional(),
}).transform((given, context) => {
  const complete = completeRating(given)
  if (typeof complete !== 'string') return complete
  context.addIssue({ code: 'custom', message: complete })
  return z.NEVER
})

const rank = fields({
  term: line(40).meta({ examples: ['day', 'week', 'month', 'year', 'total'] }),
  category: line(40),
  rank: z.int().min(1).max(limits.count),
  rank_date: day,
})

const edition = fields({ lang: z.enum(languageCodes), code: workCode, label: name.optional() })

export const shape = {
  title,
  titles: titles.optional().meta({ description: 'The title in other languages, which searches find too' }),
  circle: circle.optional().meta({ description: 'Who made it: a name, or name and storefront code' }),
  voice_actors: z.array(name).max(limits.voiceActors).optional(),
  staff: staff.optional().meta({ description: 'Who wrote, drew and composed it' }),
  series: series.optional().meta({ description: "The circle's series: a name, or name, number and storefront code" }),
  tags: z.array(tag).max(limits.tags).optional(),
  release: day.optional().meta({ description: 'The day it went on sale' }),
  create_date: day.optional().meta({ description: 'The day it came into the library' }),
  age: z.enum(ages).optional().meta({ description: 'Age rating; unrated: unknown' }),
  price: z.int().min(0).max(limits.price).optional().meta({ description: 'JPY' }),
  dl_count: count.optional().meta({ description: 'Copies sold' }),
  review_count: count.optional(),
  rating: rating.optional().meta({ description: 'Count and average follow from detail where it is given' }),
  rank: z.array(rank).max(limits.ranks).optional(),
  source_url: address.optional(),
  language: z.enum(languageCodes).optional(),
  original: workCode.optional().meta({ description: 'The work this one translates' }),
  editions: z.array(edition).max(limits.editions).optional(),
  attributes: z.string().overwrite(cleanLine).max(limits.attributes).optional(),
  description: z.string().overwrite(cleanText).max(limits.description).optional(),
  samples: z
    .array(address)
    .max(limits.samples)
    .optional()
    .meta({ description: 'Addresses of sample pictures; read from providers only' }),
  cover: z
    .string()
    .min(1)
    .max(limits.path)
    .refine(isRelativePath, { error: "must be a file's path inside the work's folder" })
    .optional()
    .meta({ description: "The cover image's path inside the work's folder" }),
}

/** A sidecar's content. Parsing its output yields the same value, so that stored metadata can be read back. */
export const WorkMetadata = fields(shape)
export type WorkMetadata = z.infer<typeof WorkMetadata>

const workIdentity = z
  .string()
  .max(32)
  .overwrite((text) => parseWorkIdentity(text)?.code ?? text)
  .refine((text) => parseWorkIdentity(text) !== null, { error: 'must be a work code such as RJ01234567' })

/** A line of an import file. A work without a code is named by its id. */
export const ImportLine = fields({
  code: workIdentity,
  about: z.string().optional().meta({ description: 'For people: which work it is; not imported' }),
  ...shape,
})
export type ImportLine = z.infer<typeof ImportLine>

/** Which work a folder is; `none`: one without a code. */
export type SidecarCode = WorkCode | 'none'

/** A sidecar as it is written. */
export const SidecarContent = fields({
  code: z
    .string()
    .max(32)
    .refine((text) => text === 'none' || parseWorkCode(text) !== null, {
      error: 'must be a work code such as RJ01234567, or none',
    })
    .transform((text): SidecarCode => parseWorkCode(text) ?? 'none')
    .optional()
    .meta({ description: "The work's code where the folder's name lacks it or has a wrong one; none: it has none" }),
  ...shape,
})

/** Returns the sidecar's JSON Schema, as published for editors. */
export function sidecarJsonSchema(): unknown {
  const schema = z.toJSONSchema(SidecarContent, { io: 'input' })
  return { title: 'Otodana work metadata', ...schema }
}
