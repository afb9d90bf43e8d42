import '#i18n/on-demand/outbox-texts.ts'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'

import { onSignedOut, setSignOutQuestion } from '#features/accounts/index.ts'
import { useConnection } from '#features/offline/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { setBadgePart } from '#lib/browser/app-badge.ts'
import { notifyTabs } from '#lib/browser/tabs.ts'
import { invalidatePersonalQueries } from '#lib/queries/invalidate-personal-queries.ts'
import { onStoredChange } from '#lib/storage/browser-storage.ts'
import { showUnsent, useUnsent } from '#lib/unsent.store.ts'
import controls from '#ui/controls.module.css'
import { InNoticePlace, Notice } from '#ui/Notice.tsx'
import { toast } from '#ui/toast.ts'

import { SignOutQuestion } from './list/SignOutQuestion.tsx'
import { UnsentDialog } from './list/UnsentDialog.tsx'
import { outbox } from './outbox.ts'
import { useOutbox } from './waiting.store.ts'

/** Sends what waits of a member's, and shows it. */
export default function OutboxOverlay({ account }: { account: number }) {
  const { t } = useTranslation('outbox')
  const queryClient = useQueryClient()
  const { count, isUrgent, isListShown } = useUnsent()
  const [isDismissed, setDismissed] = useState(false)
  if (!isUrgent && isDismissed) setDismissed(false)

  const handleSent = useEffectEvent((sent: number) => {
    toast(t('sent', { count: sent }))
    void invalidatePersonalQueries(queryClient)
    notifyTabs()
  })
  useEffect(() => {
    const send = () => void outbox.sendNow()
    const unsubscribe = [
      outbox.onSent((sent) => handleSent(sent)),
      onStoredChange('outbox', () => void outbox.refresh()),
      onSignedOut(() => void outbox.clear(account)),
      useConnection.subscribe(({ reach }, before) => {
        if (reach === 'here' && before.reach !== 'here') send()
      }),
    ]
    addEventListener('online', send)
    void outbox.refresh().then(send)
    return () => {
      removeEventListener('online', send)
      for (const end of unsubscribe) end()
      useOutbox.setState({ account: null, items: [] })
      useUnsent.setState({ count: 0, isUrgent: false })
    }
  }, [account])
  useEffect(() => {
    setBadgePart('changes', count)
    return () => setBadgePart('changes', 0)
  }, [count])
  useEffect(() => {
    if (count === 0) return undefined
    setSignOutQuestion((answers) => <SignOutQuestion {...answers} />)
    return () => setSignOutQuestion(null)
  }, [count])

  return (
    <>
      {isListShown ? <UnsentDialog onClose={() => useUnsent.setState({ isListShown: false })} /> : null}
      <InNoticePlace>
        <div role="status">
          {isUrgent && !isDismissed && !isListShown ? (
            <Notice text={t('urgent')} closeLabel={t('close')} onClose={() => setDismissed(true)}>
              <button type="button" className={controls.button} onClick={showUnsent}>
                {t('show')}
              </button>
            </Notice>
          ) : null}
        </div>
      </InNoticePlace>
    </>
  )
}
