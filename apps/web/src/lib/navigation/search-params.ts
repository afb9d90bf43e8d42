/** Parses a query string; all values are strings: `?keyword=123` is no number. The last of repeated names counts. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

/** Formats values as a query string with `?`, or an empty one. Omits empty values; writes lists and objects as JSON. */
export function stringifySearch(values: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null || value === '') continue
    params.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}

/** Decodes all letters but ASCII, for links: browsers encode them themselves, and they are a third as long in a page. */
export function withPlainLetters(href: string): string {
  return href.replace(/(?:%[89A-F][0-9A-F])+/g, decodeURIComponent)
}
