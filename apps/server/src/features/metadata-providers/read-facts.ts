import type * as z from 'zod'

import { cleanLine, cleanText, cut, limits, WorkMetadata } from '#features/metadata/index.ts'

import { ProviderFailure } from './provider.ts'

/** Far more than a valid answer has. */
const MAX_DEPTH = 64

/**
 * Parses an answer that must be JSON.
 *
 * @throws {ProviderFailure} it is something else, such as the page of a maintenance or of a block by region
 */
export function parseJson(bytes: Uint8Array, host: string): unknown {
  const text = new TextDecoder().decode(bytes)
  if (depthOf(text) > MAX_DEPTH) throw new ProviderFailure('tooDeep', { host })
  try {
    return JSON.parse(text)
  } catch (error) {
    const code = /^\s*</.test(text) ? 'webPage' : 'notJson'
    // Damaged JSON is this work's alone; a sentence or nothing at all is the provider's state.
    throw new ProviderFailure(code, { host }, { isPassing: !/^\s*[{[]/.test(text), cause: error })
  }
}

/** Returns how deeply brackets nest, without recursion. */
function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (inString) {
      if (char === 0x5c) at++
      else if (char === 0x22) inString = false
    } else if (char === 0x22) inString = true
    else if (char === 0x5b || char === 0x7b) deepest = Math.max(deepest, ++depth)
    else if (char === 0x5d || char === 0x7d) depth--
  }
  return deepest
}

/** A line of text, cut to a length; undefined if there is none. */
export function lineOf(value: unknown, max: number): string | undefined {
  if (typeof value !== 'string') return undefined
  return cleanLine(cut(cleanLine(cut(value, 10 * max)), max)) || undefined
}

export function nameOf(value: unknown): string | undefined {
  return lineOf(value, limits.name)
}

/** A text of several lines. */
export function textOf(value: unknown, max: number): string | undefined {
  if (typeof value !== 'string') return undefined
  return cut(cleanText(cut(value, 2 * max)), max) || undefined
}

/** A whole number, also if it is spelled as text. */
export function wholeOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 && number <= limits.count
    ? number
    : undefined
}

/** The start of `2026-09-01 16:00:00`. */
export function dayOf(value: unknown): string | undefined {
  return typeof value === 'string' ? /^\d{4}-\d{2}-\d{2}(?=$|[ T])/.exec(value)?.[0] : undefined
}

export function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

/** Items of an array, or values of an object with numbers as keys: the store sends both. */
export function itemsOf(value: unknown, max: number): unknown[] {
  if (Array.isArray(value)) return value.slice(0, max)
  return Object.values(recordOf(value)).slice(0, max)
}

/** Leaves out fields that are unknown or invalid, so that one bad field costs only itself. */
export function validFields(given: Record<string, unknown>): WorkMetadata {
  const valid = Object.entries(given).filter(([name, value]) => {
    if (value === undefined || !Object.hasOwn(WorkMetadata.shape, name)) return false
    return (WorkMetadata.shape as Record<string, z.ZodType>)[name]?.safeParse(value).success === true
  })
  return WorkMetadata.parse(Object.fromEntries(valid))
}
