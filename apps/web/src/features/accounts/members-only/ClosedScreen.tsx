import { useEffect } from 'react'

import { pausePlayer } from '#features/player/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import controls from '#ui/controls.module.css'
import { Message } from '#ui/Message.tsx'
import { PartMissing } from '#ui/PartMissing.tsx'

import css from './ClosedScreen.module.css'
import { openAccount, useSession } from '../session/session.store.ts'

const Admission = lazyComponent(() => import('./Admission.tsx'), PartMissing)

/** The only screen of a closed library for non-members; members see it until they are admitted. */
export function ClosedScreen() {
  const { t } = useTranslation('shell')
  const token = useSession((session) => session.token)
  // The queue belongs to the library too.
  useEffect(() => {
    if (token === null) pausePlayer()
  }, [token])
  if (token !== null) return <Admission key={token} token={token} />
  return (
    <div className={css.closed}>
      <Message title={t('account.closedTitle')} text={t('account.closedText')} isHeading>
        <button type="button" className={controls.primary} aria-haspopup="dialog" onClick={() => openAccount('logIn')}>
          {t('account.logIn')}
        </button>
      </Message>
    </div>
  )
}
