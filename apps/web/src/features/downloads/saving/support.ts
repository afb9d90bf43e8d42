/** Browser features that decide how a work can be saved. */
export type Browser = {
  hasPicker: boolean
  isSecure: boolean
  userAgent: string
}

/**
 * `folder`: it can write into a folder. Otherwise the reason: on mobile only Chrome can, the page is not on HTTPS, or
 * the browser never can.
 */
export type Support = 'folder' | 'needsChrome' | 'insecure' | 'unsupported'

/** Browsers that also identify as Chrome. */
const OTHERS =
  /\b(?:Edg|EdgA|OPR|OPX|SamsungBrowser|YaBrowser|Vivaldi|DuckDuckGo|MiuiBrowser|UCBrowser|HuaweiBrowser|Quark|MQQBrowser)\/|; wv\)/

/**
 * Returns whether the browser is one of a phone or tablet; null if it may hide that: one with a touch screen that
 * requests desktop pages.
 */
export function mobileOf({ userAgent, touchPoints }: { userAgent: string; touchPoints: number }): boolean | null {
  if (/\b(?:Android|iPhone|iPad|iPod|Mobile)\b/.test(userAgent)) return true
  if (touchPoints === 0) return false
  // No Mac has a touch screen: it is an iPad.
  if (/\bMacintosh\b/.test(userAgent)) return true
  return /\bWindows\b/.test(userAgent) ? false : null
}

/** @param isMobile  the visitor's answer, because a phone that requests desktop pages cannot be recognised */
export function supportOf({ hasPicker, isSecure, userAgent }: Browser, isMobile: boolean): Support {
  const isApple = /\b(?:iPhone|iPad|iPod|Macintosh)\b/.test(userAgent)
  const isAndroid = /\bAndroid\b/.test(userAgent) || (isMobile && !isApple)
  const isChrome = /\bChrome\/\d/.test(userAgent) && !OTHERS.test(userAgent)
  if (isAndroid && !isChrome) return 'needsChrome'
  if (hasPicker) return 'folder'
  if (/\bChrome\/\d/.test(userAgent) && !isSecure) return 'insecure'
  // An older Chrome.
  return isAndroid ? 'needsChrome' : 'unsupported'
}
