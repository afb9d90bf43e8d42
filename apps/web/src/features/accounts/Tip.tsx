import '#i18n/on-demand/account-texts.ts'

import { useTranslation } from '#i18n/use-translation.ts'

import css from './Tip.module.css'
import { openAccount } from './session/session.store.ts'

/** Why pages load slowly for guests, and how to avoid it. */
export default function Tip() {
  const { t } = useTranslation('accounts')
  return (
    <p className={css.tip}>
      {t('tip.text')}{' '}
      <button type="button" className={css.action} aria-haspopup="dialog" onClick={() => openAccount('logIn')}>
        {t('tip.action')}
      </button>
    </p>
  )
}
