import { deviceStorage } from '#lib/storage/browser-storage.ts'

import type { LocaleTexts } from './texts.ts'
import { loadTexts } from './load-texts.ts'
import { isLocale, locales, type Locale } from './locale.ts'
import type { Key, Namespace } from './namespaces.ts'

type Values = Record<string, string | number>

/**
 * A text by its dotted key, with `{{name}}` replaced by values. Where the key has plural forms (`total_one`,
 * `total_other`), `count` chooses one.
 */
export type Translate<N extends Namespace> = (key: Key<N>, values?: Values) => string

/** The page's language, its texts, and who wants to know when it changes. */
export type I18n = {
  readonly current: Speech
  /** What the page was rendered with, which hydration has to repeat, even where another language is already chosen. */
  readonly initial: Speech
  /** Shows another language, once its texts are there and unless yet another was asked for meanwhile. */
  change(locale: Locale): Promise<void>
  subscribe(listener: () => void): () => void
}

/** One language and its texts. */
export type Speech = {
  readonly locale: Locale
  /** The texts of one feature: always the same function. */
  texts<N extends Namespace>(namespace: N): Translate<N>
  /** A text by a key that may not exist, such as one that came from the server. */
  find(namespace: Namespace, key: string): string | undefined
}

/** The texts of one language, loaded. One a request: two may be rendered at the same time. */
export async function createI18n(first: Locale): Promise<I18n> {
  const initial = speaking(first, await loadTexts(first))
  let current = initial
  let wanted = first
  const listeners = new Set<() => void>()
  return {
    initial,
    get current() {
      return current
    },
    async change(locale) {
      wanted = locale
      const speech = speaking(locale, await loadTexts(locale))
      if (wanted !== locale) return
      current = speech
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

const deferredTexts: Partial<Record<Locale, LocaleTexts>> = {}

/** Adds namespaces that are loaded together with what uses them. */
export function addTexts(texts: Record<Locale, LocaleTexts>): void {
  for (const locale of locales) deferredTexts[locale] = { ...deferredTexts[locale], ...texts[locale] }
}

/** Texts of a language; made once a language and shared, for they never change. */
export function speaking(locale: Locale, localeTexts: LocaleTexts): Speech {
  const plural = new Intl.PluralRules(locale)
  const made = new Map<Namespace, Translate<never>>()
  const find = (namespace: Namespace, key: string) =>
    lookUp(localeTexts[namespace] ?? deferredTexts[locale]?.[namespace], key)

  function texts<N extends Namespace>(namespace: N): Translate<N> {
    const known = made.get(namespace)
    if (known) return known as unknown as Translate<N>
    const translate: Translate<N> = (key, values = {}) => {
      const text =
        find(namespace, key) ??
        (typeof values.count === 'number' ? find(namespace, `${key}_${plural.select(values.count)}`) : undefined)
      return text === undefined ? key : fillIn(text, values)
    }
    made.set(namespace, translate as unknown as Translate<never>)
    return translate
  }
  return { locale, texts, find }
}

function lookUp(texts: unknown, key: string): string | undefined {
  let found: unknown = texts
  for (const part of key.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, part)) return undefined
    found = (found as Record<string, unknown>)[part]
  }
  return typeof found === 'string' ? found : undefined
}

/** React escapes, so values are put in as they are; one pass, so that a value cannot name another. */
function fillIn(text: string, values: Values): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  )
}

export const LANGUAGE_KEY = 'lang'
const YEAR_SECONDS = 31_536_000

/** Keeps a choice of language: in a cookie for the server, and in localStorage, which outlives it. */
export function saveLocale(locale: Locale): void {
  document.cookie = `${LANGUAGE_KEY}=${locale};path=/;max-age=${YEAR_SECONDS};samesite=lax`
  deviceStorage.write(LANGUAGE_KEY, locale)
}

/** The language chosen on this device; null when none was. */
export function savedLocale(): Locale | null {
  const saved = deviceStorage.read(LANGUAGE_KEY)
  return isLocale(saved) ? saved : null
}
