/** A file in a media URL; `workId` only if the URL contains it. */
export type MediaRef = { workId: number | null; fileId: number }

/**
 * Parses what follows `/api/media/stream/`: `{fileId}` or `{workId}/{fileId}`, optionally followed by `/{name}`, which
 * is ignored.
 *
 * @returns null if the text has another form. Numbers too large for a file are returned as {@link
 * Number.MAX_SAFE_INTEGER}
 */
export function parseMediaRef(text: string): MediaRef | null {
  const [first, second, ...rest] = text.split('/')
  const firstId = parseId(first)
  if (firstId === null) return null
  const secondId = parseId(second)
  const name = secondId === null ? [second ?? '', ...rest] : rest
  if (!isHarmless(name.join('/'))) return null
  return secondId === null ? { workId: null, fileId: firstId } : { workId: firstId, fileId: secondId }
}

function parseId(text: string | undefined): number | null {
  if (text === undefined || !/^\d+$/.test(text)) return null
  return Math.min(Number(text), Number.MAX_SAFE_INTEGER)
}

/** The name is not used, but one with `..` or control characters is invalid. */
function isHarmless(name: string): boolean {
  // oxlint-disable-next-line no-control-regex -- searches for control characters
  if (/[\x00-\x1f\x7f]/.test(name)) return false
  return !name.split(/[/\\]/).some((part) => part === '.' || part === '..')
}
