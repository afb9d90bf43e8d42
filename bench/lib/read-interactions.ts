import type { Interaction } from './time-split.ts'

/** A line of a file of interactions that says nothing usable. */
export class InteractionFileError extends Error {
  override name = 'InteractionFileError'
}

/** Seconds since 1970 have fewer digits than this for three thousand years, milliseconds since 1973 more. */
const FIRST_MILLISECONDS = 1e11
const MOST_ITEMS = 2 ** 32 - 1

/**
 * Reads lines of `user,item,time`: any names without commas; times as seconds or milliseconds since 1970, or as ISO dates.
 * A first line without a time is a heading; empty lines are passed over. Users and items are numbered as they first come up.
 *
 * @param name what the file is called in errors
 * @throws {InteractionFileError} naming the line that is wrong
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
