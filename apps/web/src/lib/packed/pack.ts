/** Plain data, as JSON has it. A property that is undefined is left out. */
export type Packable = string | number | boolean | null | undefined | readonly Packable[] | { [key: string]: Packable }

/** The first element of an array in packed data: what follows are an array's elements, or the number of a shared value. */
export const ARRAY = 0
export const SHARED = 1
/** What follows is a text with {@link ID} where the object it belongs to has its `id`, as addresses of covers have. */
export const TEXT_WITH_ID = 2
/** From here on: the number of an object's keys, and what follows are its values. */
export const FIRST_KEYS = 3
export const ID = '{id}'
/** The router writes the text into the page between double quotes, where each of its own would be two characters. */
export const swapQuotes = (text: string): string => text.replace(/["']/g, (quote) => (quote === '"' ? "'" : '"'))

/** Shorter values are no longer than a reference. */
const MIN_SHARED_LENGTH = 12
/** Shorter ids are in texts by chance. */
const MIN_ID_LENGTH = 5

/** A value. Equal ones are the same node. */
type Node = {
  /** Of a text, number, boolean or null; `undefined` for others. */
  plain?: string | number | boolean | null
  /** {@link ARRAY}, {@link TEXT_WITH_ID}, or the number of an object's keys. */
  kind: number
  parts: readonly number[]
  /** About its length in JSON. */
  length: number
  /** In how many different values it is, each time counted. */
  uses: number
}

/**
 * Writes plain data as a short text for `unpack`: the keys of objects that have the same are written once, and so are equal
 * values. Pages of works repeat both: they are a third as long as in JSON.
 */
export function pack(data: Packable): string {
  const keys = new Map<string, number>()
  const numbers = new Map<string, number>()
  const nodes: Node[] = []

  /** Returns the number of the node of a value. */
  function find(value: Packable): number {
    if (typeof value !== 'object' || value === null || value === undefined) {
      const plain = value ?? null
      const text = JSON.stringify(plain)
      return numberOf(text, () => ({ plain, kind: ARRAY, parts: [], length: text.length, uses: 0 }))
    }
    const isArray = Array.isArray(value)
    const entries = Object.entries(value as Record<string, Packable>).filter(
      ([, part]) => isArray || part !== undefined,
    )
    const id = isArray ? undefined : idOf(value as Record<string, Packable>)
    const parts = entries.map(([key, part]) => (key === 'id' ? undefined : findTextWithId(part, id)) ?? find(part))
    const kind = isArray ? ARRAY : kindOf(entries.map(([key]) => key))
    return findParts(kind, parts)
  }

  function findParts(kind: number, parts: readonly number[]): number {
    // No JSON text of a plain value begins like this.
    return numberOf(`:${kind}:${parts.join()}`, () => {
      for (const part of parts) nodes[part]!.uses += 1
      return { kind, parts, length: parts.reduce((sum, part) => sum + nodes[part]!.length + 1, 2), uses: 0 }
    })
  }

  function findTextWithId(value: Packable, id: string | undefined): number | undefined {
    if (typeof value !== 'string' || id === undefined || value.length < MIN_SHARED_LENGTH) return undefined
    if (!value.includes(id) || value.includes(ID)) return undefined
    const text = find(value.replace(id, ID))
    // Others with an id of their own have the same text.
    nodes[text]!.uses += 1
    return findParts(TEXT_WITH_ID, [text])
  }

  function numberOf(identity: string, make: () => Node): number {
    const known = numbers.get(identity)
    if (known !== undefined) return known
    const number = nodes.push(make()) - 1
    numbers.set(identity, number)
    return number
  }

  function kindOf(names: readonly string[]): number {
    const text = JSON.stringify(names)
    const number = keys.get(text) ?? keys.size
    keys.set(text, number)
    return FIRST_KEYS + number
  }

  const places = new Map<number, number>()
  const shared: unknown[] = []

  function write(number: number): unknown {
    const node = nodes[number]!
    if (node.uses < 2 || node.length < MIN_SHARED_LENGTH || node.kind === TEXT_WITH_ID) return writeParts(node)
    let place = places.get(number)
    if (place === undefined) {
      place = shared.push(null) - 1
      places.set(number, place)
      shared[place] = writeParts(node)
    }
    return [SHARED, place]
  }

  const writeParts = ({ plain, kind, parts }: Node) => (plain === undefined ? [kind, ...parts.map(write)] : plain)

  const root = write(find(data))
  return swapQuotes(JSON.stringify([[...keys.keys()].map((text) => JSON.parse(text) as unknown), shared, root]))
}

function idOf({ id }: Record<string, Packable>): string | undefined {
  const isNumber = typeof id === 'number' && Number.isFinite(id)
  const text = isNumber || typeof id === 'string' ? String(id) : ''
  return text.length < MIN_ID_LENGTH ? undefined : text
}
