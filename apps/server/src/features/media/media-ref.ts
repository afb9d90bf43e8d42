/** Which file a media URL means; `workId` only when the URL names the work too. */
export type MediaRef = { workId: number | null; fileId: number }

/**
 * Reads what follows `/api/media/stream/`: `{fileId}` or `{workId}/{fileId}`, either with `/{name}` behind it, which is
 * only there for people and players to look at.
 *
 * @returns null when the text has no such form. Numbers of any length are understood; those that no file can have are
 *   given as {@link Number.MAX_SAFE_INTEGER}
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

/** The name is never used. Still, one that climbs out of a folder or hides characters is no file's name. */
function isHarmless(name: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\x00-\x1f\x7f]/.test(name)) return false
  return !name.split(/[/\\]/).some((part) => part === '.' || part === '..')
}
