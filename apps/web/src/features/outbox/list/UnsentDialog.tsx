import '#i18n/on-demand/account-texts.ts'
import '#i18n/on-demand/deferred-texts.ts'

import { useState } from 'react'

import { useConnection } from '#features/offline/index.ts'
import { useSpeech } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'
import { Dialog } from '#ui/Dialog.tsx'
import forms from '#ui/forms.module.css'

import { outbox } from '../outbox.ts'
import { type OtherQueue, useOutbox } from '../waiting.store.ts'
import css from './UnsentDialog.module.css'
import { UnsentItem } from './UnsentItem.tsx'

const others: readonly OtherQueue[] = ['positions', 'history', 'reports']

/** The list of what is not yet sent: each can be removed, and what waits for the member is decided here. */
export function UnsentDialog({ onClose }: { onClose: () => void }) {
  const speech = useSpeech()
  const t = speech.texts('outbox')
  const { items, others: counts } = useOutbox()
  const isAway = useConnection(({ reach }) => reach === 'away')
  const [isBusy, setBusy] = useState(false)
  // With a connection they are sent within seconds.
  const shown = isAway ? others.filter((queue) => counts[queue] > 0) : []

  async function handleSend() {
    if (isBusy) return
    setBusy(true)
    await outbox.tryNow().finally(() => setBusy(false))
  }

  if (items.length + shown.length === 0)
    return (
      <Dialog title={t('title')} variant="wide" onClose={onClose}>
        <p role="status">{t('empty')}</p>
      </Dialog>
    )
  return (
    <Dialog title={t('title')} variant="wide" onClose={onClose}>
      <p className={forms.hint}>{t('text')}</p>
      <ul className={css.list} aria-label={t('list')}>
        {items.map((one) => (
          <UnsentItem key={one.id} item={one} />
        ))}
        {shown.map((queue) => (
          <li key={queue} className={css.other}>
            {t(`others.${queue}`, { count: counts[queue] })}
          </li>
        ))}
      </ul>
      <div className={forms.actions}>
        <p className={css.away} role="status">
          {isAway ? t('away') : ''}
        </p>
        <button type="button" className={controls.primary} aria-disabled={isBusy} onClick={() => void handleSend()}>
          {isBusy ? t('sending') : t('sendNow')}
        </button>
      </div>
    </Dialog>
  )
}
