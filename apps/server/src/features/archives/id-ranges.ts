/** Inclusive. */
type IdRange = { first: number; last: number }

/**
 * Returns a test for whether a selection contains an id.
 *
 * @param selection  `12-40,43`, as in the contract; undefined for all
 */
export function selects(selection: string | undefined): (id: number) => boolean {
  if (selection === undefined) return () => true
  const ranges = selection.split(',').map((part): IdRange => {
    const [first = 0, last = first] = part.split('-').map(Number)
    return { first, last }
  })
  return (id) => ranges.some(({ first, last }) => id >= first && id <= last)
}
