import '#i18n/on-demand/kept-texts.ts'

import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

import { isMember, useUser } from '#features/accounts/index.ts'
import { useConnection } from '#features/offline/index.ts'

import { useTranslation } from '#i18n/use-translation.ts'
import type { ToWorker } from '#lib/storage/cached-pages.ts'
import { setBadgePart } from '#lib/browser/app-badge.ts'
import { cutText, shownName } from '#lib/format/shown-name.ts'
import { toast } from '#ui/toast.ts'

import { useChoices } from '../choices.store.ts'
import { type KeptEntry, stateOf, useKept } from '../kept.store.ts'
import { refreshKept, refreshLists } from '../lists/connect-lists.ts'
import { finishedSince } from './finished-since.ts'

const REFRESH_MS = 900_000
const SOON_MS = 3_000
/** So that a toast has at most a few lines. */
const TITLE_LENGTH = 60

/** Says when downloads are done: on the page, or outside of it if the listener wants that. */
export default function KeptOverlay() {
  const { t } = useTranslation('kept')

  const handleDone = useEffectEvent((done: readonly KeptEntry[]) => {
    const [first] = done
    const text = done.some((entry) => stateOf(entry) === 'partial')
      ? t('done.partial')
      : done.length === 1
        ? t('done.one', { title: cutText(shownName(first!.work.title), TITLE_LENGTH) })
        : t('done.many', { count: done.length })
    if (document.visibilityState === 'visible') toast(text)
    else if (useChoices.getState().isNotified) void notify(t('done.title'), text)
  })
  useEffect(() => {
    setBadgePart('downloads', waitingIn(useKept.getState().works).length)
    let open = waitingIn(useKept.getState().works)
    return useKept.subscribe(({ works, owner }, before) => {
      if (works === before.works) return
      const waiting = waitingIn(works)
      setBadgePart('downloads', waiting.length)
      const { done, rest } = finishedSince(owner === before.owner ? open : [], works)
      open = rest
      if (done.length > 0) handleDone(done)
    })
  }, [])
  useEffect(() => () => setBadgePart('downloads', 0), [])
  useRefreshed()
  return null
}

/** Reads lists and works again: at first, when a list is added or changes, when the server is back, and now and then. */
function useRefreshed(): void {
  const { api } = useRouter().options.context
  const user = useUser()
  const owner = useKept((kept) => kept.owner)
  const ids = useKept(({ lists }) => lists.map(({ id, quality }) => `${id} ${quality}`).join())
  const isNamed = isMember(user)
  const listChanges = useKept((kept) => kept.listChanges)
  useEffect(() => {
    if (owner === null) return undefined
    // A change is followed by others: see the ticks of a card's menu.
    const soon = setTimeout(() => refresh(), listChanges === 0 ? 0 : SOON_MS)
    const refresh = () =>
      void refreshLists(api, { owner, isMember: isNamed }).then(() => refreshKept(api, { owner, isMember: isNamed }))
    const timer = setInterval(refresh, REFRESH_MS)
    const unsubscribe = useConnection.subscribe(({ reach }, before) => {
      if (reach === 'here' && before.reach !== 'here') refresh()
    })
    return () => {
      clearTimeout(soon)
      clearInterval(timer)
      unsubscribe()
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another list, or a changed one, is read at once
  }, [api, owner, ids, isNamed, listChanges])
}

const waitingIn = (works: readonly KeptEntry[]) => works.filter((entry) => stateOf(entry) === 'waiting')

/** By the worker, which knows whether any tab is visible. */
async function notify(title: string, body: string): Promise<void> {
  if (Notification.permission !== 'granted') return
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({ type: 'notify', title, body } satisfies ToWorker)
}
