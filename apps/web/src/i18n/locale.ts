/** In display order, each named in itself. */
export const localeNames = { en: 'English', 'zh-CN': '中文', ja: '日本語' } as const
export type Locale = keyof typeof localeNames
export const locales = Object.keys(localeNames) as Locale[]

export function isLocale(text: unknown): text is Locale {
  return typeof text === 'string' && Object.hasOwn(localeNames, text)
}

/** All three are left-to-right; the attribute is set for future ones. */
export function directionOf(_locale: Locale): 'ltr' | 'rtl' {
  return 'ltr'
}

/**
 * Returns a page's language: the visitor's choice, else the first supported one of the browser's languages, else
 * English.
 */
export function pickLocale(saved: string | null | undefined, accepted: readonly string[]): Locale {
  for (const wanted of [saved ?? '', ...accepted]) {
    if (/^zh\b/i.test(wanted)) return 'zh-CN'
    if (/^ja\b/i.test(wanted)) return 'ja'
    if (/^en\b/i.test(wanted)) return 'en'
  }
  return 'en'
}

/** Parses `Accept-Language` as tags, most wanted first, without those with `q=0`. */
export function acceptedLanguages(header: string | undefined): string[] {
  return (header ?? '')
    .split(',')
    .slice(0, 20)
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((text) => text.trim())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return { tag, weight: weight === undefined ? 1 : Number(weight.slice(2)) || 0 }
    })
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}

/** Returns the value of a cookie in a `Cookie` header or `document.cookie`. */
export function cookieValue(cookies: string | undefined, name: string): string | undefined {
  for (const cookie of (cookies ?? '').split(';')) {
    const [key, value] = cookie.split('=', 2)
    if (key?.trim() === name) return value?.trim()
  }
  return undefined
}
