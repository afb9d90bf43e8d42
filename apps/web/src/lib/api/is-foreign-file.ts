/**
 * Whether a proxy, or a network that wants a login, answered a request for a file: the server's errors are JSON, and its
 * files have an ETag.
 */
export function isForeignFile({ status, headers }: Response): boolean {
  const type = headers.get('content-type') ?? ''
  if (status >= 400) return status < 500 && ![401, 416, 429].includes(status) && !/^application\/json\b/i.test(type)
  return /^text\/html\b/i.test(type) && !headers.has('etag')
}
