import { below } from '#lib/base-path.ts'
import { deviceStorage } from '#lib/storage/browser-storage.ts'

import type { LocaleTexts } from './texts.ts'
import { loadTexts } from './load-texts.ts'
import { isLocale, locales, type Locale } from './locale.ts'
import type { Key, Namespace } from './namespaces.ts'

type Values = Record<string, string | number>

/**
 * Returns a text by its dotted key, with `{{name}}` replaced by values. If the key has plural forms (`total_one`,
 * `total_other`), `count` selects one.
 */
export type Translate<N extends Namespace> = (key: Key<N>, values?: Values) => string

/** The page's language and texts, with subscriptions to changes. */
export type I18n = {
  readonly current: Speech
  /** The language of the first render, which hydration must repeat even if another is already chosen. */
  readonly initial: Speech
  /** Changes the language once its texts are loaded, unless another was requested meanwhile. */
  change(locale: Locale): Promise<void>
  subscribe(listener: () => void): () => void
}

/** A language with its texts. */
export type Speech = {
  readonly locale: Locale
  /** Returns the texts of a feature; a stable function. */
  texts<N extends Namespace>(namespace: N): Translate<N>
  /** Returns a text by a key that may not exist, such as one from the server. */
  find(namespace: Namespace, key: string): string | undefined
}

/** Loads a language. One instance per request, because two may be rendered at the same time. */
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

/** Adds namespaces that are loaded with a component. */
export function addTexts(texts: Record<Locale, LocaleTexts>): void {
  for (const locale of locales) deferredTexts[locale] = { ...deferredTexts[locale], ...texts[locale] }
}

/** Creates the texts of a language; cached, because they never change. */
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

/** React escapes, so values are inserted unchanged; in one pass, so that a value cannot contain a placeholder. */
function fillIn(text: string, values: Values): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  )
}

export const LANGUAGE_KEY = 'lang'
const YEAR_SECONDS = 31_536_000

/** Saves the chosen language: in a cookie for the server, and in localStorage, which lasts longer. */
export function saveLocale(locale: Locale): void {
  document.cookie = `${LANGUAGE_KEY}=${locale};path=${below('/')};max-age=${YEAR_SECONDS};samesite=lax`
  deviceStorage.write(LANGUAGE_KEY, locale)
}

/** Returns the language chosen on this device; null if none. */
export function savedLocale(): Locale | null {
  const saved = deviceStorage.read(LANGUAGE_KEY)
  return isLocale(saved) ? saved : null
}
