/** Both ends are part of it. */
type IdRange = { first: number; last: number }

/**
 * Which ids a selection names.
 *
 * @param selection  `12-40,43`, as the contract has it; undefined for all
 */
export function selects(selection: string | undefined): (id: number) => boolean {
  if (selection === undefined) return () => true
  const ranges = selection.split(',').map((part): IdRange => {
    const [first = 0, last = first] = part.split('-').map(Number)
    return { first, last }
  })
  return (id) => ranges.some(({ first, last }) => id >= first && id <= last)
}
