import { useRouter } from '@tanstack/react-router'

import { pickLocale, type Locale } from '#i18n/locale.ts'
import { LANGUAGE_KEY, saveLocale } from '#i18n/translations.ts'
import { useI18n } from '#i18n/use-translation.ts'
import { deviceStorage } from '#lib/storage/browser-storage.ts'

/**
 * Keeps another language for this device, and shows it without a reload.
 *
 * @param chosen  null: none, so that the browser's decides
 * @throws whatever kept its texts from arriving; it is kept all the same, and the next page comes in it
 */
export function useChangeLanguage(): (chosen: Locale | null) => Promise<void> {
  const i18n = useI18n()
  const router = useRouter()
  return async (chosen) => {
    if (chosen === null) forgetLocale()
    else saveLocale(chosen)
    await i18n.change(chosen ?? pickLocale(null, navigator.languages))
    // Titles are made by the routes.
    await router.invalidate()
  }
}

/** Lets the browser's language decide again. */
function forgetLocale(): void {
  document.cookie = `${LANGUAGE_KEY}=;path=/;max-age=0;samesite=lax`
  deviceStorage.remove(LANGUAGE_KEY)
}
