/** Returns null for an invalid URL. Supported browsers lack `URL.parse`. */
export function parseUrl(text: string | null, base?: string): URL | null {
  try {
    return text === null ? null : new URL(text, base)
  } catch {
    return null
  }
}
