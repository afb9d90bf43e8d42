import { openAccount, useOwner } from '#features/accounts/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { DEVICE } from '#lib/storage/device-owner.ts'
import controls from '#ui/controls.module.css'
import { Message } from '#ui/Message.tsx'

import { useKept } from '../kept.store.ts'

/** The present visitor has nothing on this device. An account whose login has ended may; which works is not shown. */
export function EmptyShelf() {
  const { t } = useTranslation('kept')
  const hasOthers = useKept(({ totalBytes }) => totalBytes > 0)
  if (useOwner() === DEVICE && hasOthers) {
    return (
      <Message title={t('shelf.locked.title')} text={t('shelf.locked.text')}>
        <button type="button" className={controls.primary} aria-haspopup="dialog" onClick={() => openAccount('logIn')}>
          {t('shelf.locked.logIn')}
        </button>
      </Message>
    )
  }
  return (
    <Message title={t('shelf.empty.title')} text={t('shelf.empty.text')}>
      <a className={controls.button} href="/works">
        {t('shelf.empty.library')}
      </a>
    </Message>
  )
}
