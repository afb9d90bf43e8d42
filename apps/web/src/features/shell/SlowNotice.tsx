import '#i18n/on-demand/offline-texts.ts'

import { notifyManager, useQueryClient, type Query } from '@tanstack/react-query'
import { useCanGoBack, useLocation, useRouter, useRouterState } from '@tanstack/react-router'
import { useCallback, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'

import { noteSilence, useConnection } from '#features/offline/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { retryPendingFetches } from '#lib/api/retry-pending-fetches.ts'
import controls from '#ui/controls.module.css'
import { Icon } from '#ui/Icon.tsx'
import { InNoticePlace } from '#ui/Notice.tsx'

import css from './SlowNotice.module.css'

/** Longer than any screen takes where all is well. */
export const LONG_MS = 5_000

/** Says of a screen, a list or a work's files that are long on their way that they are, with what one can do. */
export function SlowNotice() {
  const isComing = useRouterState({ select: ({ isLoading }) => isLoading })
  const isMissing = useIsMissing()
  const href = useLocation({ select: (location) => location.href })
  // There before it says something: a screen reader tells of changes only.
  return (
    <InNoticePlace>
      <div role="status" className={css.place}>
        {isComing || isMissing ? <Wait key={href} /> : null}
      </div>
    </InNoticePlace>
  )
}

/** Whether something that a screen is about is on its way, and nothing of it is there. */
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

/** One wait, from its beginning. */
function Wait() {
  const { t } = useTranslation('offline')
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const [state, setState] = useState<'short' | 'long' | 'again' | 'accepted'>('short')
  useEffect(() => {
    if (state !== 'short' && state !== 'again') return undefined
    const timer = setTimeout(() => {
      setState('long')
      // It may be gone: that is found out, and said by a sign.
      noteSilence()
    }, LONG_MS)
    return () => clearTimeout(timer)
  }, [state])

  function handleAgain() {
    retryPendingFetches()
    // The line stays, with the button that was pressed.
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
        <Icon name="close" />
      </button>
    </Line>
  )
}

/** What stands in it takes the focus along when it goes: to the screen that is waited for, rather than to nowhere. */
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

/** Calls made while the server was away may never be answered, even after it is back. */
function useReturn(onReturn: () => void): void {
  const isAway = useConnection(({ reach }) => reach === 'away')
  const wasAway = useRef(false)
  useEffect(() => {
    if (wasAway.current && !isAway) onReturn()
    wasAway.current = isAway
  }, [isAway, onReturn])
}
