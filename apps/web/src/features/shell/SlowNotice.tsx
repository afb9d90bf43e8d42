import '#i18n/on-demand/offline-texts.ts'

import { notifyManager, useQueryClient, type Query } from '@tanstack/react-query'
import { useCanGoBack, useLocation, useRouter, useRouterState } from '@tanstack/react-router'
import { useCallback, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'

import { markUnanswered, useConnection } from '#features/offline/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { retryPendingFetches } from '#lib/api/retry-pending-fetches.ts'
import controls from '#ui/controls.module.css'
import { CloseIcon } from '#ui/icons/core-icons.ts'
import { InNoticePlace } from '#ui/Notice.tsx'

import css from './SlowNotice.module.css'

/** Longer than any screen normally takes. */
export const LONG_MS = 5_000

/** A notice that a screen, a list or a work's files take long, with a retry button. */
export function SlowNotice() {
  const isComing = useRouterState({ select: ({ isLoading }) => isLoading })
  const isMissing = useIsMissing()
  const href = useLocation({ select: (location) => location.href })
  // Always present, because screen readers announce changes only.
  return (
    <InNoticePlace>
      <div role="status" className={css.place}>
        {isComing || isMissing ? <Wait key={href} /> : null}
      </div>
    </InNoticePlace>
  )
}

/** Whether a screen's main content is loading, and nothing of it is shown. */
function useIsMissing(): boolean {
  const cache = useQueryClient().getQueryCache()
  return useSyncExternalStore(
    useCallback((listener) => cache.subscribe(notifyManager.batchCalls(listener)), [cache]),
    () => cache.getAll().some(isMissing),
    () => false,
  )
}

function isMissing(query: Query): boolean {
  const { data, fetchStatus } = query.state
  return query.meta?.isAwaited === true && data === undefined && fetchStatus === 'fetching' && query.isActive()
}

/** One waiting period. */
function Wait() {
  const { t } = useTranslation('offline')
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const [state, setState] = useState<'short' | 'long' | 'again' | 'accepted'>('short')
  useEffect(() => {
    if (state !== 'short' && state !== 'again') return undefined
    const timer = setTimeout(() => {
      setState('long')
      // Checks the connection, which shows a notice if it is lost.
      markUnanswered()
    }, LONG_MS)
    return () => clearTimeout(timer)
  }, [state])

  function handleAgain() {
    retryPendingFetches()
    // The line stays, with the pressed button.
    setState('again')
  }
  useReturn(retryPendingFetches)

  if (state !== 'long' && state !== 'again') return null
  return (
    <Line>
      <p className={css.text}>{state === 'again' ? t('long.trying') : t('long.text')}</p>
      <div className={css.actions}>
        {canGoBack ? (
          <button type="button" className={controls.button} onClick={() => router.history.back()}>
            {t('long.back')}
          </button>
        ) : null}
        <button type="button" className={controls.button} onClick={handleAgain}>
          {t('long.again')}
        </button>
      </div>
      <button
        type="button"
        className={`${controls.iconButton} ${css.close}`}
        aria-label={t('long.wait')}
        title={t('long.wait')}
        onClick={() => setState('accepted')}
      >
        <CloseIcon size="1.5em" />
      </button>
    </Line>
  )
}

/** When it disappears with the focus inside, the focus moves to the screen. */
function Line({ children }: { children: ReactNode }) {
  const line = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = line
    return () => {
      if (current?.contains(document.activeElement)) document.getElementById('main')?.focus({ preventScroll: true })
    }
  }, [])
  return (
    <div ref={line} className={css.wait}>
      {children}
    </div>
  )
}

/** Calls made while the server was unreachable may never be answered, even after it is back. */
function useReturn(onReturn: () => void): void {
  const isAway = useConnection(({ reach }) => reach === 'away')
  const wasAway = useRef(false)
  useEffect(() => {
    if (wasAway.current && !isAway) onReturn()
    wasAway.current = isAway
  }, [isAway, onReturn])
}
