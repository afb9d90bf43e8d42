/** Empty, unless the library shows itself to members only. */
let token = ''

/** From now on addresses of files and covers say by this token whose they are; empty where nobody asks. */
export function setMediaToken(given: string): void {
  token = given
}

/**
 * The address of a file or cover as it goes to an element or into a request of its own. Everything else keeps addresses as
 * the API gives them: what is added here is not to be kept, nor to be shown.
 */
export function mediaAddress(url: string): string {
  if (token === '' || !isOurs(url)) return url
  return `${url}${url.includes('?') ? '&' : '?'}token=${encodeURIComponent(token)}`
}

/** Nobody else is told the token. */
function isOurs(url: string): boolean {
  const { origin, pathname } = new URL(url, location.origin)
  return origin === location.origin && pathname.startsWith('/api/')
}
