import type { Block } from '../text/blocks.ts'
import { type Places, toSearchable } from '../text/searchable-text.ts'

/** A line that was found, and the windows of one or two lines that contain all terms. */
export type FoundLine = { index: number; windows: { first: number; isOfTwo: boolean }[] }

/**
 * Finds lines that contain all terms, or else pairs of adjacent lines that contain them together: each term in one of
 * them, or across both.
 *
 * @param searchable  the lines, made searchable
 * @param terms  of `searchTerms`
 */
export function findLines(searchable: readonly string[], terms: readonly string[]): FoundLine[] {
  const holdsAll = (text: string) => terms.every((term) => text.includes(term))
  const isHit = searchable.map(holdsAll)
  const found: FoundLine[] = []
  for (let index = 0; index < searchable.length; index++) {
    if (isHit[index]) found.push({ index, windows: [{ first: index, isOfTwo: false }] })
    else if (
      index + 1 < searchable.length &&
      !isHit[index + 1] &&
      holdsAll(searchable[index]! + searchable[index + 1]!)
    ) {
      const window = { first: index, isOfTwo: true }
      const last = found.at(-1)
      if (last?.index === index) last.windows.push(window)
      else found.push({ index, windows: [window] })
      found.push({ index: index + 1, windows: [window] })
    }
  }
  return found
}

/**
 * Returns the matches in a found line, as disjoint ranges in order.
 *
 * @param textOf  returns a line as displayed
 */
export function markLine(
  { index, windows }: FoundLine,
  terms: readonly string[],
  textOf: (index: number) => string,
): [start: number, end: number][] {
  const ranges = windows.flatMap(({ first, isOfTwo }) => {
    return rangesIn(textOf(first), isOfTwo ? textOf(first + 1) : '', terms)[index - first] ?? []
  })
  return merged(ranges)
}

/** Returns where the terms are in a line and the next one. */
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
 * The same, but only in some blocks: those known from the index to possibly contain the terms.
 *
 * @param textOf  returns a line as displayed
 * @param blocks  of all lines
 * @param isLookedAt  whether to search a block, by its index in `blocks`
 */
export function findLinesInBlocks(
  textOf: (index: number) => string,
  terms: readonly string[],
  blocks: readonly Block[],
  isLookedAt: (block: number) => boolean,
): FoundLine[] {
  const found: FoundLine[] = []
  const lineCount = blocks.at(-1)?.end ?? 0
  for (let first = 0; first < blocks.length; first++) {
    if (!isLookedAt(first)) continue
    const { start } = blocks[first]!
    while (first + 1 < blocks.length && isLookedAt(first + 1)) first++
    const searchable: string[] = []
    // The line after a block was indexed with it, because a match may span both.
    const end = Math.min(blocks[first]!.end + 1, lineCount)
    for (let index = start; index < end; index++) searchable.push(toSearchable(textOf(index)))
    for (const { index, windows } of findLines(searchable, terms)) {
      const moved = windows.map(({ first, isOfTwo }) => ({ first: start + first, isOfTwo }))
      found.push({ index: start + index, windows: moved })
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
