/**
 * Returns a `Content-Disposition` that saves a file under its name (RFC 6266): in UTF-8 and, for old clients, in ASCII
 * with other characters as `_`. Escapes quotes and line breaks.
 */
export function attachment(name: string): string {
  const wellFormed = name.toWellFormed()
  const fallback = wellFormed.replace(/[^\x20-\x7e]/gu, '_').replace(/["\\%/]/g, '_')
  return `attachment; filename="${fallback}"; filename*=UTF-8''${encodeExtValue(wellFormed)}`
}

/** RFC 8187 percent-encodes everything but attr-char; `encodeURIComponent` leaves four too many. */
function encodeExtValue(text: string): string {
  return encodeURIComponent(text).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
}
