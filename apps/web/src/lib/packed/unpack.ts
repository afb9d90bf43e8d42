import { ARRAY, FIRST_KEYS, SHARED } from './pack.ts'

type Written = string | number | boolean | null | [number, ...Written[]]

/** Reads what `pack` wrote. Values that were equal are the same object. */
export function unpack(text: string): unknown {
  const [keys, shared, root] = JSON.parse(text) as [string[][], Written[], Written]
  const read: unknown[] = []

  function valueOf(written: Written): unknown {
    if (!Array.isArray(written)) return written
    const [kind, ...parts] = written
    if (kind === SHARED) {
      const number = parts[0] as number
      return (read[number] ??= valueOf(shared[number]!))
    }
    if (kind === ARRAY) return parts.map(valueOf)
    return Object.fromEntries(keys[kind - FIRST_KEYS]!.map((key, at) => [key, valueOf(parts[at]!)]))
  }

  return valueOf(root)
}
