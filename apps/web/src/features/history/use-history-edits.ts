import { clearHistory, removeFromHistory, saveHistory, switchHistory } from '@otodana/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useState } from 'react'

import { useSettings } from '#features/settings/index.ts'
import { useSpeech } from '#i18n/use-translation.ts'
import { deviceStorage } from '#lib/storage/browser-storage.ts'
import { toast } from '#ui/toast.ts'
import { toastFailure } from '#ui/toast-failure.ts'
import { DEVICE } from '#lib/storage/device-owner.ts'

import { createBegunList } from './begun-list.ts'
import { forgetUnstored, noteHistoryChoice } from './follow-history.ts'
import { heardBody } from './heard-body.ts'
import type { Entry, EntryPage } from './history-entries.ts'
import { createHistoryLog } from './history-log.ts'
import { historyKey } from './history.queries.ts'

/** Changes of an account's or this device's history: shown at once, and reverted with the reason if they fail. */
export function useHistoryEdits(owner: number) {
  const speech = useSpeech()
  const t = speech.texts('history')
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const [removed, setRemoved] = useState<Entry | null>(null)
  /** What was chosen last, until the answer is there. */
  const [isWanted, setWanted] = useState<boolean | null>(null)
  const log = createHistoryLog(deviceStorage)
  const refresh = () => queryClient.invalidateQueries({ queryKey: historyKey })

  /** @param show  changes the shown pages until the answer is there */
  async function change(act: () => Promise<unknown>, show: (page: EntryPage) => EntryPage) {
    void queryClient.cancelQueries({ queryKey: historyKey })
    queryClient.setQueriesData<EntryPage>({ queryKey: historyKey }, (page) => page && show(page))
    try {
      await act()
      return true
    } catch (error) {
      toastFailure(error, speech)
      return false
    } finally {
      await refresh()
    }
  }

  async function remove(entry: Entry) {
    const { day, workId } = entry
    setRemoved(entry)
    const isDone = await change(
      async () => {
        if (owner !== DEVICE) await api(removeFromHistory, { body: { entries: [{ day, work_id: workId }] } })
        log.remove(owner, day, workId, Date.now())
      },
      (page) => ({
        ...page,
        total: Math.max(0, page.total - 1),
        entries: page.entries.filter((one) => one.day !== day || one.workId !== workId),
      }),
    )
    if (!isDone) setRemoved((now) => (now === entry ? null : now))
  }

  /** If it fails, the notice returns, and can be answered again. */
  async function putBack(entry: Entry) {
    const { tracks } = entry
    setRemoved(null)
    const isDone = await change(
      async () => {
        if (owner !== DEVICE) await api(saveHistory, { body: { ...heardBody(tracks, Date.now()), isUndo: true } })
        // Today's total goes on growing from here.
        log.add(owner, tracks, Date.now())
        log.sent(owner, tracks, Date.now())
      },
      (page) => page,
    )
    if (!isDone) setRemoved((now) => now ?? entry)
  }

  async function removeAll() {
    setRemoved(null)
    const isDone = await change(
      async () => {
        if (owner !== DEVICE) await api(clearHistory, {})
        // An account's begun works are its positions, which stay.
        else createBegunList(deviceStorage).clear(DEVICE)
        forgetUnstored()
        log.clear(owner, Date.now())
      },
      (page) => ({ ...page, total: 0, entries: [] }),
    )
    if (isDone) toast(t('clear.done'))
  }

  async function keep(isOn: boolean) {
    setWanted(isOn)
    await change(
      async () => {
        if (owner === DEVICE) useSettings.setState({ keepHistory: isOn })
        else {
          await api(switchHistory, { body: { isOn } })
          noteHistoryChoice(owner, isOn)
        }
        if (!isOn) forgetUnstored()
      },
      (page) => ({ ...page, isOn }),
    )
    setWanted(null)
  }

  return { isWanted, removed, forgetRemoved: useCallback(() => setRemoved(null), []), remove, putBack, removeAll, keep }
}
