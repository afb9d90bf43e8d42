import { listBegunWorks, putWorkAside, type BegunWork } from '@otodana/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { workPath } from '@otodana/work-code'
import { useCallback, useEffect, useState } from 'react'

import { useUser } from '#features/accounts/index.ts'
import { nameWithoutExtension } from '#features/track-queue/index.ts'
import { useSpeech } from '#i18n/use-translation.ts'
import { shownName } from '#lib/format/shown-name.ts'
import { deviceStorage } from '#lib/storage/browser-storage.ts'
import { toastFailure } from '#ui/toast-failure.ts'

import { type BegunItem, createBegunList, MAX_BEGUN } from './begun-list.ts'
import { DEVICE } from './history-log.ts'

const begunKey = ['begun'] as const

/** The works that an account has begun on any of its devices, or a visitor on this one; one at a time is put aside. */
export function useBegun(owner: number) {
  const speech = useSpeech()
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const [removed, setRemoved] = useState<BegunItem | null>(null)
  const [asideIds, setAsideIds] = useState<readonly number[]>([])
  // As it was when the screen opened; playback changes it meanwhile.
  const [onDevice] = useState(() => createBegunList(deviceStorage).works(owner))
  const isOfAccount = owner !== DEVICE
  const isLoaded = useUser() !== null
  const { data } = useQuery({
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
    if (data) createBegunList(deviceStorage).write(owner, data)
  }, [data, owner])
  // The answer fills in the cards, and moves none: works begun elsewhere are there on the next visit.
  const isEmpty = onDevice.length === 0
  const known = isEmpty ? data : onDevice.map((one) => data?.find(({ workId }) => workId === one.workId) ?? one)
  const works = (known ?? []).filter(({ workId }) => !asideIds.includes(workId))

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
      if (isOfAccount) {
        await api(putWorkAside, { body: { work_id: work.workId, isAside } })
        await queryClient.invalidateQueries({ queryKey: begunKey })
      } else {
        const list = createBegunList(deviceStorage)
        if (isAside) list.remove(owner, work.workId)
        else list.putBack(owner, work)
      }
    } catch (error) {
      show(work, !isAside)
      setRemoved((now) => (isAside ? (now === work ? null : now) : (now ?? work)))
      toastFailure(error, speech)
    }
  }

  return {
    works,
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
    title: nameWithoutExtension(shownName(track.title)),
    seconds: track.seconds,
    durationSeconds: track.durationSeconds,
    atMs: Date.parse(at),
  }
}
