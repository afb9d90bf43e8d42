/** What of the browser decides how a work can be saved. */
export type Browser = {
  hasPicker: boolean
  isSecure: boolean
  userAgent: string
}

/**
 * `folder`: it can write into one. Otherwise why not: only Chrome can on a mobile device, the page did not come over HTTPS, or
 * it is a browser that cannot at all.
 */
export type Support = 'folder' | 'needsChrome' | 'insecure' | 'unsupported'

/** Browsers that call themselves Chrome too. */
const OTHERS =
  /\b(?:Edg|EdgA|OPR|OPX|SamsungBrowser|YaBrowser|Vivaldi|DuckDuckGo|MiuiBrowser|UCBrowser|HuaweiBrowser|Quark|MQQBrowser)\/|; wv\)/

/** @param isMobile  as the visitor says: a phone that asks for pages as a computer does not tell */
export function supportOf({ hasPicker, isSecure, userAgent }: Browser, isMobile: boolean): Support {
  const isApple = /\b(?:iPhone|iPad|iPod|Macintosh)\b/.test(userAgent)
  const isAndroid = /\bAndroid\b/.test(userAgent) || (isMobile && !isApple)
  const isChrome = /\bChrome\/\d/.test(userAgent) && !OTHERS.test(userAgent)
  if (isAndroid && !isChrome) return 'needsChrome'
  if (hasPicker) return 'folder'
  if (/\bChrome\/\d/.test(userAgent) && !isSecure) return 'insecure'
  // An older Chrome, which cannot yet.
  return isAndroid ? 'needsChrome' : 'unsupported'
}
