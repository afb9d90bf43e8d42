/**
 * The policy of a page, given the nonce of its scripts. Strict for scripts and style sheets; style attributes are allowed,
 * for positions that are known only while a page runs.
 */
export function contentPolicy(origin: string): (nonce: string) => string {
  const parts = [
    "default-src 'none'",
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob: ${origin}`,
    `media-src 'self' blob: ${origin}`,
    "connect-src 'self'",
    "font-src 'self'",
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return (nonce) =>
    [...parts, `style-src 'self' 'nonce-${nonce}'`, `script-src 'nonce-${nonce}' 'strict-dynamic'`].join('; ')
}
