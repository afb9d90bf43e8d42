import { useRouter } from '@tanstack/react-router'

import { pickLocale, type Locale } from '#i18n/locale.ts'
import { LANGUAGE_KEY, saveLocale } from '#i18n/translations.ts'
import { useI18n } from '#i18n/use-translation.ts'
import { below } from '#lib/base-path.ts'
import { deviceStorage } from '#lib/storage/browser-storage.ts'

/**
 * Saves the language for this device, and applies it without a reload.
 *
 * @param chosen  null: the browser's language
 * @throws if its texts fail to load; it is saved all the same, for the next page
 */
export function useChangeLanguage(): (chosen: Locale | null) => Promise<void> {
  const i18n = useI18n()
  const router = useRouter()
  return async (chosen) => {
    if (chosen === null) forgetLocale()
    else saveLocale(chosen)
    await i18n.change(chosen ?? pickLocale(null, navigator.languages))
    // Routes create the titles.
    await router.invalidate()
  }
}

/** Returns to the browser's language. */
function forgetLocale(): void {
  document.cookie = `${LANGUAGE_KEY}=;path=${below('/')};max-age=0;samesite=lax`
  deviceStorage.remove(LANGUAGE_KEY)
}
