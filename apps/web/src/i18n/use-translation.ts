import { createContext, use, useSyncExternalStore } from 'react'

import type { Locale } from './locale.ts'
import type { Namespace } from './namespaces.ts'
import type { I18n, Speech, Translate } from './translations.ts'

const I18nContext = createContext<I18n | null>(null)
export const I18nProvider = I18nContext

/** Returns the page's language, and how to change it. */
export function useI18n(): I18n {
  const i18n = use(I18nContext)
  if (!i18n) throw new Error('texts are used outside of I18nProvider')
  return i18n
}

/** Returns the current language with its texts; re-renders when it changes. */
export function useSpeech(): Speech {
  const i18n = useI18n()
  return useSyncExternalStore(
    i18n.subscribe,
    () => i18n.current,
    () => i18n.initial,
  )
}

export function useLocale(): Locale {
  return useSpeech().locale
}

/** Returns the texts of a feature in the current language: `const { t } = useTranslation('works')`. */
export function useTranslation<N extends Namespace>(namespace: N): { t: Translate<N>; locale: Locale } {
  const speech = useSpeech()
  return { t: speech.texts(namespace), locale: speech.locale }
}
