import '#i18n/on-demand/health-texts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'

import { isCopy } from '#features/offline/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'
import cover from '#ui/cover.module.css'
import { Message } from '#ui/Message.tsx'
import { Modal } from '#ui/Modal.tsx'

import { Announcement } from './Announcement.tsx'
import { followHealth, forceEnter, useHealth, WELL } from './health-check.ts'
import { hasCachedPages } from './has-cached-pages.ts'
import { Unreachable } from './Unreachable.tsx'

/** Covers the page until the server is well, or the visitor goes on all the same. What plays plays on. */
export default function HealthScreen() {
  const { answer, isForced } = useHealth()
  const router = useRouter()
  const queryClient = useQueryClient()
  useEffect(
    () =>
      followHealth(() => {
        // What has failed meanwhile would be tried again by itself, but not at once.
        void queryClient
          .resetQueries({ predicate: ({ state }) => state.status === 'error' })
          .then(() => router.invalidate())
      }),
    [queryClient, router],
  )
  if (isForced || answer === undefined || answer === WELL) return null
  // There is no network, but a page: that is said by a sign, not in front of what can be read.
  if (answer === null && isCopy() && !navigator.onLine) return null
  return <Cover isDown={answer === null}>{answer === null ? <Unreachable /> : <Announcement html={answer} />}</Cover>
}

/** Whether behind this screen there are pages that this device has kept: this one, or a list of others. */
function useHasKept(): boolean {
  const [hasKept, setKept] = useState(isCopy)
  useEffect(() => {
    let isWanted = true
    hasCachedPages().then(
      (has) => isWanted && setKept(has || isCopy()),
      // A browser that forbids the store keeps nothing.
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [])
  return hasKept
}

/** Over everything; Escape goes on. */
function Cover({ isDown, children }: { isDown: boolean; children: ReactNode }) {
  const { t } = useTranslation('health')
  const title = isDown ? t('downTitle') : t('noticeTitle')
  // The check repeats every second anyway: offer what can be read and played meanwhile.
  const hasKept = useHasKept() && isDown
  return (
    // It has the focus itself: its name is read, and no button is pressed by a key that was meant for the page.
    <Modal
      className={cover.cover}
      aria-label={title}
      tabIndex={-1}
      data-first=""
      onClose={() => useHealth.getState().answer !== WELL && forceEnter()}
    >
      <Message title={title} isHeading>
        {children}
        {hasKept ? (
          <button type="button" className={controls.primary} onClick={forceEnter}>
            {t('openKept')}
          </button>
        ) : null}
        <button
          type="button"
          className={hasKept ? controls.button : controls.primary}
          onClick={() => location.reload()}
        >
          {t('reload')}
        </button>
        {hasKept ? null : (
          <button type="button" className={controls.button} onClick={forceEnter}>
            {t('enter')}
          </button>
        )}
      </Message>
    </Modal>
  )
}
