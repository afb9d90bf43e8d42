import { useState } from 'react'

import { localeNames, locales, type Locale } from '#i18n/locale.ts'
import '#i18n/on-demand/menu-texts.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { Choice } from '#ui/Choice.tsx'

import css from './LanguageChoice.module.css'
import { useChangeLanguage } from './use-change-language.ts'

export function LanguageChoice(look: { isRow?: boolean; isBare?: boolean }) {
  const { t, locale } = useTranslation('menu')
  const change = useChangeLanguage()
  // Shows the choice at once, while its texts are loading.
  const [pending, setPending] = useState<Locale | null>(null)
  const [missing, setMissing] = useState<Locale | null>(null)

  async function handleLocale(chosen: Locale) {
    setPending(chosen)
    setMissing(null)
    try {
      await change(chosen)
    } catch {
      // Without its texts there is nothing to show, whatever the error.
      setMissing(chosen)
    } finally {
      setPending(null)
    }
  }

  return (
    <div>
      <Choice
        {...look}
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
