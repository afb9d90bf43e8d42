import type { User } from '@otodana/contract'

import { langOfText } from '#i18n/lang-of.ts'
import { useTranslation } from '#i18n/use-translation.ts'

import { initialOf } from './AccountButton.tsx'
import css from './Who.module.css'

/** A user's name and group. */
export function Who({ user }: { user: User }) {
  const { t } = useTranslation('accounts')
  return (
    <div className={css.who}>
      <span className={css.initial} lang={langOfText(user.name)} aria-hidden="true">
        {initialOf(user.name)}
      </span>
      <div className={css.text}>
        <p className={css.name} lang={langOfText(user.name)}>
          {user.name}
        </p>
        {user.group === '' ? null : <p className={css.group}>{t(`group.${user.group}`)}</p>}
      </div>
    </div>
  )
}
