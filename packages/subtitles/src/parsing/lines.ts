/** Yields the lines of a text with any of the three line breaks, or a mixture. */
export function* linesOf(text: string): Generator<string, undefined> {
  let at = 0
  let feed = -1
  let carriage = -1
  while (at < text.length) {
    // Each line break is searched once, not once per line: otherwise a text with only one kind would be scanned to its
    // end for every line.
    if (feed < at) feed = find(text, '\n', at)
    if (carriage < at) carriage = find(text, '\r', at)
    const end = Math.min(feed, carriage)
    yield text.slice(at, end)
    at = carriage + 1 === feed ? feed + 1 : end + 1
  }
}

function find(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from)
  return found < 0 ? text.length : found
}
