/**
 * A `Content-Disposition` that saves a file under its own name (RFC 6266): in UTF-8 for every client of today, and in
 * ASCII, other characters as `_`, for those that know nothing else. No name can leave its quotes or its line.
 */
export function attachment(name: string): string {
  const wellFormed = name.toWellFormed()
  const fallback = wellFormed.replace(/[^\x20-\x7e]/gu, '_').replace(/["\\%/]/g, '_')
  return `attachment; filename="${fallback}"; filename*=UTF-8''${encodeExtValue(wellFormed)}`
}

/** RFC 8187: everything but its attr-char is percent-encoded; `encodeURIComponent` leaves four too many. */
function encodeExtValue(text: string): string {
  return encodeURIComponent(text).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
}
