import { langOfText } from '#i18n/lang-of.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { useUnsent } from '#lib/unsent.store.ts'
import controls from '#ui/controls.module.css'
import { AccountIcon } from '#ui/icons/core-icons.ts'

import css from './AccountButton.module.css'
import { openAccount, useUser } from '../session/session.store.ts'

/** The user's initial, or a login button. */
export function AccountButton() {
  const { t } = useTranslation('shell')
  const user = useUser()
  const { count, isUrgent } = useUnsent()
  if (!user) {
    return (
      <button
        type="button"
        className={css.logIn}
        aria-haspopup="dialog"
        data-account=""
        onClick={() => openAccount('logIn')}
      >
        <AccountIcon size="1.5em" />
        <span className={css.label}>{t('account.logIn')}</span>
      </button>
    )
  }
  return (
    <button
      type="button"
      className={`${controls.iconButton} ${css.account}`}
      aria-label={
        count > 0 ? t('account.openUnsent', { name: user.name, count }) : t('account.open', { name: user.name })
      }
      aria-haspopup="dialog"
      data-account=""
      onClick={() => openAccount('menu')}
    >
      <span className={css.initial} lang={langOfText(user.name)} aria-hidden="true">
        {initialOf(user.name)}
      </span>
      {count > 0 ? (
        <span className={css.unsent} data-urgent={isUrgent ? '' : undefined} aria-hidden="true">
          {count}
        </span>
      ) : null}
    </button>
  )
}

/** A whole grapheme. */
export function initialOf(name: string): string {
  return [...name][0]?.toUpperCase() ?? ''
}
