import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import { localeNames, locales, type Locale } from '#i18n/locale.ts'
import '#i18n/menu-texts.ts'
import { saveLocale } from '#i18n/translations.ts'
import { useI18n, useTranslation } from '#i18n/use-translation.ts'
import { Choice } from '#ui/Choice.tsx'

import css from './LanguageChoice.module.css'

export function LanguageChoice() {
  const i18n = useI18n()
  const { t, locale } = useTranslation('menu')
  const router = useRouter()
  // What was chosen shows at once, while its texts are on their way.
  const [pending, setPending] = useState<Locale | null>(null)
  const [missing, setMissing] = useState<Locale | null>(null)

  async function handleLocale(chosen: Locale) {
    setPending(chosen)
    setMissing(null)
    // Kept first: where its texts do not arrive, the next page comes from the server in this language all the same.
    saveLocale(chosen)
    try {
      await i18n.change(chosen)
    } catch {
      // Whatever the reason, without them there is nothing to show.
      setMissing(chosen)
      return
    } finally {
      setPending(null)
    }
    // Titles are made by the routes.
    await router.invalidate()
  }

  return (
    <div>
      <Choice
        label={t('language')}
        name="language"
        options={locales.map((each) => ({ value: each, label: localeNames[each], lang: each }))}
        value={pending ?? locale}
        onChange={(chosen) => void handleLocale(chosen)}
      />
      {missing === null ? null : (
        <p className={css.missing} role="alert">
          {t('languageMissing', { language: localeNames[missing] })}
        </p>
      )}
    </div>
  )
}
