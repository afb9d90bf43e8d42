import '#i18n/on-demand/health-texts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'

import { isCachedPage, useConnection } from '#features/offline/index.ts'
import { useCurrentTrack, useIsPlaying } from '#features/player/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { hasKept } from '#lib/kept/has-kept.ts'
import controls from '#ui/controls.module.css'
import cover from '#ui/cover.module.css'
import { Message } from '#ui/Message.tsx'
import { Modal } from '#ui/Modal.tsx'

import { Announcement } from './Announcement.tsx'
import { followHealth, forceEnter, useHealth, HEALTHY } from './health-check.ts'
import { hasCachedPages } from './has-cached-pages.ts'
import { Unreachable } from './Unreachable.tsx'

/** Covers the page until the server is well, or the visitor continues anyway. Playback continues. */
export default function HealthScreen() {
  const { answer, isForced } = useHealth()
  const isKeptShown = useConnection((known) => known.isKeptShown)
  const href = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr })
  // The address that was opened: what comes from the cache later, on others, is not this page.
  const [firstHref] = useState(href)
  const isCopy = useConnection(({ cachedAt }) => cachedAt !== null) && isCachedPage() && href === firstHref
  const hasPlayed = useHasPlayed()
  const router = useRouter()
  const queryClient = useQueryClient()
  useEffect(
    () =>
      followHealth(() => {
        // Failed queries would be retried later; retry now.
        void queryClient
          .resetQueries({ predicate: ({ state }) => state.status === 'error' })
          .then(() => router.invalidate())
      }),
    [queryClient, router],
  )
  if (isForced || answer === undefined || answer === HEALTHY) return null
  // A small notice is enough over what is kept on this device, also in the player, and over a cached page; while offline also over a
  // page that is not cached, which says it itself.
  const isNoted = isKeptShown || (hasPlayed && hasKept()) || isCopy || (isCachedPage() && !navigator.onLine)
  if (answer === null && isNoted) return null
  return <Cover isDown={answer === null}>{answer === null ? <Unreachable /> : <Announcement html={answer} />}</Cover>
}

/** Whether the player holds a track and has played since the page was opened. */
function useHasPlayed(): boolean {
  const hasTrack = useCurrentTrack() !== null
  const isPlaying = useIsPlaying()
  const [hasPlayed, setPlayed] = useState(false)
  if (isPlaying && !hasPlayed) setPlayed(true)
  return hasTrack && hasPlayed
}

/** Whether this device has cached pages: this one, or others. */
function useHasCachedPages(): boolean {
  const [hasPages, setPages] = useState(isCachedPage)
  useEffect(() => {
    let isWanted = true
    hasCachedPages().then(
      (has) => isWanted && setPages(has || isCachedPage()),
      // A browser that forbids the Cache API has none.
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [])
  return hasPages
}

/** Covers everything; Escape continues. */
function Cover({ isDown, children }: { isDown: boolean; children: ReactNode }) {
  const { t } = useTranslation('health')
  const title = isDown ? t('downTitle') : t('noticeTitle')
  // The check repeats every second anyway: offer cached content meanwhile.
  const hasPages = useHasCachedPages() && isDown
  const hasShelf = isDown && hasKept()
  return (
    // Focuses itself, so that its name is read and no key meant for the page presses a button.
    <Modal
      className={cover.cover}
      aria-label={title}
      tabIndex={-1}
      data-first=""
      onClose={() => useHealth.getState().answer !== HEALTHY && forceEnter()}
    >
      <Message title={title} isHeading>
        {children}
        {hasShelf ? (
          <a className={controls.primary} href="/kept">
            {t('shelf')}
          </a>
        ) : null}
        {hasPages ? (
          <button type="button" className={hasShelf ? controls.button : controls.primary} onClick={forceEnter}>
            {t('openKept')}
          </button>
        ) : null}
        <button
          type="button"
          className={hasPages ? controls.button : controls.primary}
          onClick={() => location.reload()}
        >
          {t('reload')}
        </button>
        {hasPages ? null : (
          <button type="button" className={controls.button} onClick={forceEnter}>
            {t('enter')}
          </button>
        )}
      </Message>
    </Modal>
  )
}
