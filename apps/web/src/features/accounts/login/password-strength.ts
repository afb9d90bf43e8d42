import { MIN_PASSWORD_LENGTH, weaknessOf, type PasswordWeakness } from '@otodana/contract'

export type Strength = 'weak' | 'fair' | 'strong'

/** Bits that take hours to guess from stolen hashes, and years. */
const FAIR_BITS = 36
const STRONG_BITS = 60

const SETS: [RegExp, number][] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/\d/, 10],
  [/[^\p{L}\p{N}]/u, 33],
  [/[^\x20-\x7e]/u, 200],
]

/** Estimates a password's strength, and returns why it would be rejected. Knows no dictionaries. */
export function strengthOf(password: string, name: string): { strength: Strength; weakness: PasswordWeakness | null } {
  // A password that is too short is still being typed.
  const weakness = password.length < MIN_PASSWORD_LENGTH ? null : weaknessOf(password, name)
  if (weakness !== null) return { strength: 'weak', weakness }
  const size = SETS.reduce((sum, [pattern, count]) => sum + (pattern.test(password) ? count : 0), 0)
  const bits = surprises(password) * Math.log2(Math.max(size, 2))
  return { strength: bits < FAIR_BITS ? 'weak' : bits < STRONG_BITS ? 'fair' : 'strong', weakness }
}

/** Counts characters that do not continue a sequence: `aaa`, `123`. */
function surprises(password: string): number {
  const codes = [...password].map((character) => character.codePointAt(0) ?? 0)
  return codes.filter((code, index) => index === 0 || Math.abs(code - (codes[index - 1] ?? 0)) > 1).length
}
