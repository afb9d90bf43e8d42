import { ARRAY, FIRST_KEYS, ID, SHARED, swapQuotes, TEXT_WITH_ID } from './pack.ts'

type Written = string | number | boolean | null | [number, ...Written[]]

/** Reads what `pack` wrote. Values that were equal are the same object. */
export function unpack(text: string): unknown {
  const [keys, shared, root] = JSON.parse(swapQuotes(text)) as [string[][], Written[], Written]
  const read: unknown[] = []

  function valueOf(written: Written, id?: unknown): unknown {
    if (!Array.isArray(written)) return written
    const [kind, ...parts] = written
    if (kind === SHARED) {
      const number = parts[0] as number
      return (read[number] ??= valueOf(shared[number]!))
    }
    if (kind === ARRAY) return parts.map((part) => valueOf(part))
    if (kind === TEXT_WITH_ID) return (valueOf(parts[0]!) as string).replace(ID, () => String(id))
    const names = keys[kind - FIRST_KEYS]!
    const ownId = valueOf(parts[names.indexOf('id')] ?? null)
    return Object.fromEntries(names.map((key, at) => [key, valueOf(parts[at]!, ownId)]))
  }

  return valueOf(root)
}
