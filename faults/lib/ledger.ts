/** A value that was written; null: the entry was deleted, or was never there. */
export type Value = string | null

/**
 * What must be in a database after a fault: of each key the last value that was acknowledged, or a later one whose answer
 * never came.
 */
export function createLedger() {
  const possible = new Map<string, Set<Value>>()
  let acknowledged = 0

  return {
    acknowledged: () => acknowledged,

    /**
     * Writes a value, and notes whether it was acknowledged. One write of a key at a time.
     *
     * @param send  returns whether the server acknowledged it; throws, or returns false, if that is not known
     */
    async write(key: string, value: Value, send: () => Promise<boolean>): Promise<boolean> {
      const values = possible.get(key) ?? new Set<Value>([null])
      possible.set(key, values.add(value))
      if (!(await send())) return false
      possible.set(key, new Set([value]))
      acknowledged++
      return true
    },

    /** What differs between the entries found in the database and those that may be there. */
    differences(found: ReadonlyMap<string, string>): string[] {
      const differences: string[] = []
      for (const [key, values] of possible) {
        const value = found.get(key) ?? null
        if (!values.has(value))
          differences.push(`${key} is ${shown(value)}, not ${[...values].map(shown).join(' or ')}`)
      }
      for (const key of found.keys()) if (!possible.has(key)) differences.push(`${key} was never written`)
      return differences
    },
  }
}

export type Ledger = ReturnType<typeof createLedger>

const shown = (value: Value) => value ?? 'absent'
