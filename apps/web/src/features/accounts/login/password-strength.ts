import { MIN_PASSWORD_LENGTH, weaknessOf, type PasswordWeakness } from '@otodana/contract'

export type Strength = 'weak' | 'fair' | 'strong'

/** Bits that are guessed in hours where hashes are stolen, and in years. */
const FAIR_BITS = 36
const STRONG_BITS = 60

const SETS: [RegExp, number][] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/\d/, 10],
  [/[^\p{L}\p{N}]/u, 33],
  [/[^\x20-\x7e]/u, 200],
]

/** How hard a password is to guess, and why one is refused. It says nothing of words that are known to others. */
export function strengthOf(password: string, name: string): { strength: Strength; weakness: PasswordWeakness | null } {
  // What is still too short is only begun: the first key of all would be one that is guessed first.
  const weakness = password.length < MIN_PASSWORD_LENGTH ? null : weaknessOf(password, name)
  if (weakness !== null) return { strength: 'weak', weakness }
  const size = SETS.reduce((sum, [pattern, count]) => sum + (pattern.test(password) ? count : 0), 0)
  const bits = surprises(password) * Math.log2(Math.max(size, 2))
  return { strength: bits < FAIR_BITS ? 'weak' : bits < STRONG_BITS ? 'fair' : 'strong', weakness }
}

/** Characters but for those that go on as the ones before: `aaa`, `123`. */
function surprises(password: string): number {
  const codes = [...password].map((character) => character.codePointAt(0) ?? 0)
  return codes.filter((code, index) => index === 0 || Math.abs(code - (codes[index - 1] ?? 0)) > 1).length
}
