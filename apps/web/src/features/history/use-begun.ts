import { listBegunWorks, putWorkAside, type BegunWork } from '@otodana/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { workPath } from '@otodana/work-code'
import { useCallback, useEffect, useState } from 'react'

import { useUser } from '#features/accounts/index.ts'
import { titleAlone } from '#features/track-queue/index.ts'
import { useSpeech } from '#i18n/use-translation.ts'
import { shownName } from '#lib/format/shown-name.ts'
import { deviceStorage } from '#lib/storage/browser-storage.ts'
import { DEVICE } from '#lib/storage/device-owner.ts'
import { toastFailure } from '#ui/toast-failure.ts'

import { type BegunItem, createBegunList, MAX_BEGUN, withAnswer } from './begun-list.ts'

const begunKey = ['begun'] as const
/** After this, what the device knows is shown. */
const LONGEST_WAIT_MS = 1_000

/** The works that an account has begun on any of its devices, or a visitor on this one; one at a time is put aside. */
export function useBegun(owner: number) {
  const speech = useSpeech()
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const [removed, setRemoved] = useState<BegunItem | null>(null)
  const [asideIds, setAsideIds] = useState<readonly number[]>([])
  const [isLate, setLate] = useState(false)
  // As it was when the screen opened; playback changes it meanwhile.
  const [onDevice] = useState(() => createBegunList(deviceStorage).works(owner))
  const isOfAccount = owner !== DEVICE
  const isLoaded = useUser() !== null
  const { data, isError } = useQuery({
    queryKey: begunKey,
    queryFn: async ({ signal }) => {
      const { works } = await api(listBegunWorks, { query: { limit: MAX_BEGUN } }, { signal })
      return works.map(toItem)
    },
    // Once more when the user is loaded would be one time too many.
    enabled: isOfAccount && isLoaded,
    staleTime: 0,
    meta: { isPersonal: true, needsAccount: true },
  })
  useEffect(() => {
    const list = createBegunList(deviceStorage)
    if (data) list.write(owner, withAnswer(list.works(owner), data))
  }, [data, owner])
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LONGEST_WAIT_MS)
    return () => clearTimeout(timer)
  }, [])
  const isWaiting = isOfAccount && data === undefined && !isError && !isLate
  // What is shown first stays in its order. Until the server has answered that is nothing: what was heard last may have
  // been heard elsewhere.
  const [order, setOrder] = useState<readonly BegunItem[] | null>(null)
  if (order === null && !isWaiting) setOrder(data ? withAnswer(onDevice, data) : onDevice)
  const latest = (one: BegunItem) => data?.find(({ workId, atMs }) => workId === one.workId && atMs > one.atMs) ?? one
  const isLateFirst = order?.length === 0 && data !== undefined
  const known = isLateFirst ? data : (order ?? []).map(latest)
  const works = known.filter(({ workId }) => !asideIds.includes(workId))

  function show(work: BegunItem, isAside: boolean) {
    const isOther = (id: number) => id !== work.workId
    setAsideIds((ids) => [...ids.filter(isOther), ...(isAside ? [work.workId] : [])])
    // Nothing is left, so the place goes; moved by the listener, and by nothing else.
    document.documentElement.toggleAttribute('data-begun', !isAside || works.some(({ workId }) => isOther(workId)))
  }

  async function putAside(work: BegunItem, isAside: boolean) {
    show(work, isAside)
    setRemoved(isAside ? work : null)
    try {
      if (isOfAccount) await api(putWorkAside, { body: { work_id: work.workId, isAside } })
      const list = createBegunList(deviceStorage)
      if (isAside) list.remove(owner, work.workId)
      else list.putBack(owner, work)
      if (isOfAccount) await queryClient.invalidateQueries({ queryKey: begunKey })
    } catch (error) {
      show(work, !isAside)
      setRemoved((now) => (isAside ? (now === work ? null : now) : (now ?? work)))
      toastFailure(error, speech)
    }
  }

  return {
    works,
    /** Whether the server is waited for. */
    isWaiting,
    removed,
    remove: (work: BegunItem) => putAside(work, true),
    putBack: (work: BegunItem) => putAside(work, false),
    forgetRemoved: useCallback(() => setRemoved(null), []),
  }
}

function toItem({ work, track, at }: BegunWork): BegunItem {
  return {
    workId: work.id,
    workTitle: shownName(work.title),
    workPath: workPath(work),
    hash: track.hash,
    title: titleAlone(track.title),
    seconds: track.seconds,
    durationSeconds: track.durationSeconds,
    atMs: Date.parse(at),
  }
}
