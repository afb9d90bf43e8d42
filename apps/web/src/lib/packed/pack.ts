/** Plain data, as JSON has it. A property that is undefined is left out. */
export type Packable = string | number | boolean | null | undefined | readonly Packable[] | { [key: string]: Packable }

/** The first element of an array in packed data: what follows are an array's elements, or the number of a shared value. */
export const ARRAY = 0
export const SHARED = 1
/** From here on: the number of an object's keys, and what follows are its values. */
export const FIRST_KEYS = 2

/** Shorter ones are no longer than the reference. */
const MIN_SHARED_LENGTH = 12

/**
 * Writes plain data as a short text for {@link unpack}: the keys of objects that have the same are written once, and so are equal
 * values. Pages of works repeat both: they are a third as long as in JSON.
 */
export function pack(data: Packable): string {
  const counts = new Map<string, number>()
  countValues(data, counts)
  const keys = new Map<string, number>()
  const shared = new Map<string, number>()
  const sharedValues: unknown[] = []

  function write(value: Packable): unknown {
    if (typeof value !== 'object' || value === null) return value
    const text = JSON.stringify(value)
    if (text.length < MIN_SHARED_LENGTH || (counts.get(text) ?? 0) < 2) return writeParts(value)
    let number = shared.get(text)
    if (number === undefined) {
      number = sharedValues.push(null) - 1
      shared.set(text, number)
      sharedValues[number] = writeParts(value)
    }
    return [SHARED, number]
  }

  function writeParts(value: object): unknown[] {
    if (Array.isArray(value)) return [ARRAY, ...value.map(write)]
    const entries = Object.entries(value as Record<string, Packable>).filter(([, part]) => part !== undefined)
    const ofKeys = JSON.stringify(entries.map(([key]) => key))
    const number = keys.get(ofKeys) ?? keys.size
    keys.set(ofKeys, number)
    return [FIRST_KEYS + number, ...entries.map(([, part]) => write(part))]
  }

  const written = write(data)
  return JSON.stringify([[...keys.keys()].map((text) => JSON.parse(text) as unknown), sharedValues, written])
}

function countValues(value: Packable, counts: Map<string, number>): void {
  if (typeof value !== 'object' || value === null) return
  const text = JSON.stringify(value)
  const count = (counts.get(text) ?? 0) + 1
  counts.set(text, count)
  // The parts of an equal value are in the same one.
  if (count === 1) for (const part of Object.values(value)) countValues(part, counts)
}
