/** Null where it is no address. By hand, for `URL.parse` is younger than the browsers that are served. */
export function parseUrl(text: string | null, base?: string): URL | null {
  try {
    return text === null ? null : new URL(text, base)
  } catch {
    return null
  }
}
