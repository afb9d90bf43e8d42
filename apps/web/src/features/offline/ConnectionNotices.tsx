import { getAbout, getHealth } from '@otodana/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

import '#i18n/on-demand/offline-texts.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { apiBase } from '#lib/api/api-base.ts'
import { ApiError } from '#lib/api/api.ts'
import { fetchWithin } from '#lib/api/fetch-within.ts'
import { useRecovery } from '#lib/api/recovery.ts'
import { formatRecent } from '#lib/format/format-date.ts'
import controls from '#ui/controls.module.css'
import { CloudOffIcon } from '#ui/icons/deferred-icons.ts'
import { InNoticePlace, Notice } from '#ui/Notice.tsx'

import css from './ConnectionNotices.module.css'
import { isOfServer, markAnswered, useConnection } from './connection.store.ts'

const ANSWER_MS = 5_000
const silence = new ApiError(0, 'client.network', 'Network error')

/** Notices over the page: the server does not answer, or it has a new build. */
export default function ConnectionNotices() {
  const { reach, hasUpdate } = useConnection()
  useFreshContent()
  return (
    <InNoticePlace>
      <Unreachable key={reach === 'here' ? 'here' : 'silent'} />
      <div role="status">{hasUpdate ? <UpdateReady /> : null}</div>
    </InNoticePlace>
  )
}

/** Once the server answers, replaces what came from the cache, whichever request found out. */
function useFreshContent(): void {
  const isStale = useConnection(({ reach, cachedAt }) => reach === 'here' && cachedAt !== null)
  const router = useRouter()
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!isStale) return
    useConnection.setState({ cachedAt: null })
    void queryClient.invalidateQueries()
    void router.invalidate()
  }, [isStale, queryClient, router])
}

/** Checks whether the server answers, and shows a notice while it does not. */
function Unreachable() {
  const { t, locale } = useTranslation('offline')
  const { reach, cachedAt } = useConnection()
  const [isAsking, setAsking] = useState(false)

  async function ask() {
    if (await answers()) markAnswered()
    else if (useConnection.getState().reach !== 'here') useConnection.setState({ reach: 'away' })
  }
  async function askAgain() {
    setAsking(true)
    await ask()
    setAsking(false)
  }

  const findOut = useEffectEvent(() => void ask())
  useEffect(() => {
    if (reach === 'unsure') findOut()
  }, [reach])
  useRecovery(reach === 'away' ? silence : null, isAsking, () => void askAgain())

  const shownCopyAt = useShownCopyAt(cachedAt)
  if (reach !== 'away') return null
  return (
    <Silence text={shownCopyAt === null ? t('away') : t('keptFrom', { when: formatRecent(shownCopyAt, locale) })} />
  )
}

/** Returns when the copy was made that this page shows: not that of a page before, nor where a page shows none. */
function useShownCopyAt(cachedAt: number | null): number | null {
  const href = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr })
  const [copies, setCopies] = useState<ReadonlyMap<string, number>>(new Map())
  const [last, setLast] = useState<number | null>(null)
  if (cachedAt !== last) {
    setLast(cachedAt)
    setCopies(cachedAt === null ? new Map() : new Map(copies).set(href, cachedAt))
  }
  return copies.get(href) ?? null
}

/** The page knows its height as `--silence-height`, so that its end can be scrolled above it. */
function Silence({ text }: { text: string }) {
  const note = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const resized = new ResizeObserver(() => {
      style.setProperty('--silence-height', `${note.current?.offsetHeight ?? 0}px`)
    })
    if (note.current) resized.observe(note.current)
    return () => {
      resized.disconnect()
      style.removeProperty('--silence-height')
    }
  }, [])
  return (
    <p ref={note} className={css.silence} role="status">
      <CloudOffIcon size="1.25em" />
      {text}
    </p>
  )
}

async function answers(): Promise<boolean> {
  if (!navigator.onLine) return false
  try {
    const text = await fetchWithin(ANSWER_MS, apiBase() + getHealth.path, (answer) =>
      answer.ok ? answer.text() : null,
    )
    if (text === null || text === 'OK') return text !== null
    // An announcement, or the page of a network that wants a login.
    return await fetchWithin(ANSWER_MS, apiBase() + getAbout.path, (answer) => answer.ok && isOfServer(answer))
  } catch {
    // No answer, or not in time.
    return false
  }
}

function UpdateReady() {
  const { t } = useTranslation('offline')
  return (
    <Notice
      text={t('update.ready')}
      closeLabel={t('update.later')}
      onClose={() => useConnection.setState({ hasUpdate: false })}
    >
      <button type="button" className={controls.button} onClick={() => location.reload()}>
        {t('update.reload')}
      </button>
    </Notice>
  )
}
