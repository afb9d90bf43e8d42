import type { Block } from './blocks.ts'
import { type Places, toSearchable } from './searchable-text.ts'

/** A line of a result: which one, and what of it was found, as places in its text that lie apart and in order. */
export type FoundLine = { index: number; ranges: [start: number, end: number][] }

/**
 * Finds the lines that hold all terms; where none does by itself, the two lines one after the other that hold them together:
 * each term in one of them, or begun in the first and ended in the second.
 *
 * @param lines  texts as they are shown
 * @param terms  of `searchTerms`
 * @param searchable  the same lines made searchable, where that is known
 */
export function findLines(
  lines: readonly { text: string }[],
  terms: readonly string[],
  searchable: readonly string[] = lines.map(({ text }) => toSearchable(text)),
): FoundLine[] {
  const holdsAll = (text: string) => terms.every((term) => text.includes(term))
  const isHit = searchable.map(holdsAll)
  const found = new Map<number, Set<number>>()
  for (let index = 0; index < lines.length; index++) {
    if (isHit[index]) found.set(index, new Set([...(found.get(index) ?? []), index]))
    else if (index + 1 < lines.length && !isHit[index + 1] && holdsAll(searchable[index]! + searchable[index + 1]!)) {
      for (const one of [index, index + 1]) found.set(one, (found.get(one) ?? new Set()).add(index))
    }
  }
  return [...found]
    .toSorted(([a], [b]) => a - b)
    .map(([index, windows]) => {
      const ranges = [...windows].flatMap((first) => {
        const next = isHit[first] ? '' : lines[first + 1]!.text
        return rangesIn(lines[first]!.text, next, terms)[index - first] ?? []
      })
      return { index, ranges: merged(ranges) }
    })
}

/** Where the terms stand in a line, and in the one after it. */
function rangesIn(line: string, next: string, terms: readonly string[]): [[number, number][], [number, number][]] {
  const places: Places = { from: [], to: [] }
  let text = toSearchable(line, places)
  const length = text.length
  text += toSearchable(next, places)
  const ranges: [[number, number][], [number, number][]] = [[], []]
  for (const term of terms) {
    for (let at = text.indexOf(term); at !== -1; at = text.indexOf(term, at + 1)) {
      const end = at + term.length
      if (at < length) ranges[0].push([places.from[at]!, places.to[Math.min(end, length) - 1]!])
      if (end > length) ranges[1].push([places.from[Math.max(at, length)]!, places.to[end - 1]!])
    }
  }
  return ranges
}

/**
 * The same, looking only at some blocks of the lines: those of which it is known that they hold what blocks with such lines
 * hold.
 *
 * @param isLookedAt  tells of a block, by its place among `blocks`
 */
export function findLinesInBlocks(
  lines: readonly { text: string }[],
  terms: readonly string[],
  blocks: readonly Block[],
  isLookedAt: (block: number) => boolean,
): FoundLine[] {
  const found: FoundLine[] = []
  for (let first = 0; first < blocks.length; first++) {
    if (!isLookedAt(first)) continue
    const { start } = blocks[first]!
    while (first + 1 < blocks.length && isLookedAt(first + 1)) first++
    // The line after a block was indexed with it, for what begins in the one may end in the other.
    for (const { index, ranges } of findLines(lines.slice(start, blocks[first]!.end + 1), terms)) {
      found.push({ index: start + index, ranges })
    }
  }
  return found
}

function merged(ranges: [number, number][]): [number, number][] {
  const result: [number, number][] = []
  for (const [start, end] of ranges.toSorted(([a], [b]) => a - b)) {
    const last = result.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else result.push([start, end])
  }
  return result
}
