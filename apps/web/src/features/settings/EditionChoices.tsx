import '#i18n/on-demand/deferred-texts.ts'

import { languageCodes } from '@otodana/contract'
import { useId } from 'react'

import { languageNames, languageTags } from '#i18n/language-names.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { Choice } from '#ui/Choice.tsx'
import controls from '#ui/controls.module.css'

import css from './EditionChoices.module.css'
import { editionModes } from './list-options.ts'
import { useSettings } from './settings.store.ts'

/** How works in several languages are shown, and in which language they open. */
export function EditionChoices() {
  const { t } = useTranslation('settings')
  const editions = useSettings((settings) => settings.editions)
  const editionLanguage = useSettings((settings) => settings.editionLanguage)
  const id = useId()
  return (
    <>
      <Choice
        isRow
        label={t('editions.label')}
        hint={t('editions.text')}
        name="editions"
        options={editionModes.map((mode) => ({ value: mode, label: t(`editions.${mode}`) }))}
        value={editions}
        onChange={(mode) => useSettings.setState({ editions: mode })}
      />
      <div className={css.language}>
        <label className={css.label} htmlFor={id}>
          {t('editionLanguage.label')}
        </label>
        <p id={`${id}-hint`} className={css.hint}>
          {t('editionLanguage.text')}
        </p>
        <select
          id={id}
          className={`${controls.field} ${css.field}`}
          value={editionLanguage}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => useSettings.setState({ editionLanguage: target.value })}
        >
          <option value="page">{t('editionLanguage.page')}</option>
          {languageCodes.map((code) => (
            <option key={code} value={code} lang={languageTags[code]}>
              {languageNames[code]}
            </option>
          ))}
        </select>
      </div>
    </>
  )
}
