import type { WorkScope } from '@otodana/catalogue'
import { Uuid } from '@otodana/contract'
import { MAX_KEYWORD_TERMS, parseKeyword, printKeyword } from '@otodana/keyword'
import { parseWorkRef } from '@otodana/work-code'
import * as z from 'zod'

import { invalidInput } from '#http/errors/app-error.ts'

const RecordId = z.union([z.int(), z.string().regex(/^\d{1,10}$/)]).transform(Number)

/** `t` is the kind of a condition and `d` its value; clients also send the `name` that they show. */
const Conditions = z
  .array(
    z.discriminatedUnion('t', [
      z.object({ t: z.literal(1), d: z.string() }),
      z.object({ t: z.literal(2), d: Uuid }),
      z.object({ t: z.literal(3), d: RecordId }),
      z.object({ t: z.literal(4), d: RecordId }),
      z.object({ t: z.literal(5), d: z.union([z.int().nonnegative(), z.string()]) }),
    ]),
  )
  .max(MAX_KEYWORD_TERMS)

type Condition = z.output<typeof Conditions>[number]

/** A work that is in no library: the scope of a code that is none. */
const NO_WORK = -1

/**
 * Reads the keyword of an advanced search: a JSON list of conditions, which all must match. Texts are in the language of
 * any keyword; an empty keyword or list matches every work.
 *
 * @throws {AppError} 400 with `keyword`, if it is not such a list
 */
export function readAdvancedKeyword(keyword: string): { keyword: string; alsoIn: WorkScope[] } {
  if (keyword.trim() === '') return { keyword: '', alsoIn: [] }
  const { success, data = [] } = Conditions.safeParse(parsed(keyword))
  if (!success) throw invalidInput('query', 'keyword', 'Must be a JSON list of conditions {t, d}', keyword)
  return {
    // Printed, so that a term that one text leaves open does not go on in the next.
    keyword: printKeyword(data.flatMap((condition) => (condition.t === 1 ? parseKeyword(condition.d) : []))),
    alsoIn: data.flatMap((condition) => scopeOf(condition) ?? []),
  }
}

function scopeOf(condition: Condition): WorkScope | null {
  switch (condition.t) {
    case 1:
      return null
    case 2:
      return { voiceActorId: condition.d.toLowerCase() }
    case 3:
      return { tagId: condition.d }
    case 4:
      return { circleId: condition.d }
    case 5:
      return { workId: parseWorkRef(String(condition.d)) ?? NO_WORK }
  }
}

/** Text that is not JSON becomes undefined, which is no list either. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
