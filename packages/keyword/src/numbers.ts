import { foldText } from './fold.ts'

const NUMBER = /^(?:\d+\.?\d*|\.\d+)$/
const DURATION = /^(\d+\.?\d*|\.\d+) ?([smh]?)$/
const SECONDS_PER_UNIT: Record<string, number> = { '': 1, s: 1, m: 60, h: 3600 }

/**
 * Reads the value of `rate`, `price` or `sell`: digits with an optional decimal point, in any width.
 *
 * @returns a finite number ≥ 0, or null for anything else (signs, exponents and separators included)
 */
export function parseNumber(text: string): number | null {
  const folded = foldText(text)
  return NUMBER.test(folded) ? finite(Number(folded)) : null
}

/**
 * Reads the value of `duration`: a number with a unit `s`, `m` or `h`, in any case; a bare number is seconds.
 *
 * @returns seconds ≥ 0, to the millisecond (`1.2h` → 4320), or null for anything else
 */
export function parseSeconds(text: string): number | null {
  const match = DURATION.exec(foldText(text))
  if (!match) return null
  const [, amount = '', unit = ''] = match
  // Binary fractions are inexact: 1.1 × 3600 is 3960.0000000000005, which would exclude a work of exactly 66 minutes.
  const milliseconds = Math.round(Number(amount) * (SECONDS_PER_UNIT[unit] ?? 1) * 1000)
  return finite(milliseconds / 1000)
}

const DAY = /^(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?$/
const MS_PER_DAY = 86_400_000

/**
 * Reads the value of `release`: a year, a month (`2024-05`) or a day (`2024-05-12`), which mean their first day.
 *
 * @returns days since 1970-01-01, negative before; null for anything else, such as 2024-02-30
 */
export function parseDay(text: string): number | null {
  const match = DAY.exec(foldText(text))
  if (!match) return null
  const [year = 0, month = 1, day = 1] = match.slice(1).flatMap((part) => (part === undefined ? [] : [Number(part)]))
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal ? date.getTime() / MS_PER_DAY : null
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null
}
