import { ageChoices, chooseAge, chosenAge, type DoneTerm } from '@otodana/keyword'
import { useTranslation } from '#i18n/use-translation.ts'

import css from './AgeChoice.module.css'
import type { ChangeBox } from './use-search-box.ts'

/** The age menu: pressing the selected entry clears it. */
export function AgeChoice({ terms, change }: { terms: readonly DoneTerm[]; change: ChangeBox }) {
  const { t } = useTranslation('search')
  const chosen = chosenAge(terms)
  return (
    <div className={css.group} role="group" aria-label={t('age.label')}>
      {ageChoices.map((choice) => (
        <button
          key={choice}
          type="button"
          className={css.choice}
          aria-pressed={choice === chosen}
          onClick={() => {
            const next = choice === chosen ? null : choice
            change((box) => ({ ...box, terms: chooseAge(box.terms, next) }))
          }}
        >
          {t(`age.${choice}`)}
        </button>
      ))}
    </div>
  )
}
