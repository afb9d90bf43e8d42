/** Query text to values, all of them strings: `?keyword=123` is no number. The last of a repeated name counts. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

/** Values to query text with its `?`, or nothing. Empty values are left out; lists and objects are written as JSON. */
export function stringifySearch(values: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null || value === '') continue
    params.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}
