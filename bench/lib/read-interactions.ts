import type { Interaction } from './time-split.ts'

/** An invalid line in a file of interactions. */
export class InteractionFileError extends Error {
  override name = 'InteractionFileError'
}

/** Numbers below this are seconds since 1970 (for three thousand years), above it milliseconds (since 1973). */
const FIRST_MILLISECONDS = 1e11
const MOST_ITEMS = 2 ** 32 - 1

/**
 * Reads lines of `user,item,time`: any names without commas; times as seconds or milliseconds since 1970, or as ISO
 * dates. A first line without a time is a heading; empty lines are skipped. Users and items are numbered in order of
 * appearance.
 *
 * @param name of the file, for errors
 * @throws {InteractionFileError} naming the invalid line
 */
export async function readInteractions(
  lines: AsyncIterable<string> | Iterable<string>,
  name: string,
): Promise<Interaction[]> {
  const users = new Map<string, number>()
  const items = new Map<string, number>()
  const found: Interaction[] = []
  let number = 0
  for await (const line of lines) {
    number += 1
    const fail = (problem: string): never => {
      throw new InteractionFileError(`${name}:${number}: ${problem}`)
    }
    if (line.trim() === '') continue
    const fields = line.split(',').map((field) => field.trim())
    if (fields.length !== 3) fail(`expected user,item,time, found ${fields.length} of 3 fields`)
    const [user, item, time] = fields as [string, string, string]
    const at = timeOf(time)
    if (Number.isNaN(at)) {
      if (number === 1) continue
      fail(`not a time: ${JSON.stringify(time)} (seconds or milliseconds since 1970, or an ISO date)`)
    }
    if (user === '') fail('the user is empty')
    if (item === '') fail('the item is empty')
    if (items.size === MOST_ITEMS) fail('too many different items')
    found.push({ listener: numberOf(users, user), work: numberOf(items, item), strength: 1, at })
  }
  if (found.length === 0) throw new InteractionFileError(`${name}: no interactions`)
  return found
}

function timeOf(text: string): number {
  if (text === '') return Number.NaN
  const number = Number(text)
  if (Number.isNaN(number)) return Date.parse(text)
  if (!Number.isFinite(number) || number < 0) return Number.NaN
  return number < FIRST_MILLISECONDS ? number * 1_000 : number
}

function numberOf(numbers: Map<string, number>, name: string): number {
  const known = numbers.get(name) ?? numbers.size + 1
  numbers.set(name, known)
  return known
}
