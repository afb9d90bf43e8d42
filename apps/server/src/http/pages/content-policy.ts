/**
 * Returns the content security policy of a page for the nonce of its scripts. Strict for scripts and style sheets;
 * style attributes are allowed, for positions computed at run time.
 *
 * @param origin  the origin of the page
 * @param elsewhere  other origins of API calls, covers and audio
 */
export function contentPolicy(origin: string, elsewhere: readonly string[] = []): (nonce: string) => string {
  const others = elsewhere.map((one) => ` ${one}`).join('')
  const parts = [
    "default-src 'none'",
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob: ${origin}${others}`,
    `media-src 'self' blob: ${origin}${others}`,
    `connect-src 'self'${others}`,
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
