import { clearHistory, saveHistory, switchHistory } from '@otodana/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useRef, useState } from 'react'

import { queuedText, sendOrWait, takeBack, type Write } from '#features/outbox/index.ts'
import { useSettings } from '#features/settings/index.ts'
import { useSpeech } from '#i18n/use-translation.ts'
import { isPassing } from '#lib/api/api.ts'
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

/** The next entry comes under the pointer: the second press of a double click is not for that one. */
const DOUBLE_PRESS_MS = 500

/** Changes of an account's or this device's history: shown at once, and reverted with the reason if they fail. */
export function useHistoryEdits(owner: number) {
  const speech = useSpeech()
  const t = speech.texts('history')
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const [removed, setRemoved] = useState<Entry | null>(null)
  /** What was chosen last, until the answer is there. */
  const [isWanted, setWanted] = useState<boolean | null>(null)
  const removedMs = useRef(-Infinity)
  const log = createHistoryLog(deviceStorage)
  const refresh = () => queryClient.invalidateQueries({ queryKey: historyKey })

  /**
   * @param show    changes the shown pages until the answer is there
   * @param whyNot  said if the server cannot be reached
   */
  async function change(act: () => Promise<unknown>, show: (page: EntryPage) => EntryPage, whyNot = '') {
    void queryClient.cancelQueries({ queryKey: historyKey })
    queryClient.setQueriesData<EntryPage>({ queryKey: historyKey }, (page) => page && show(page))
    try {
      await act()
      return true
    } catch (error) {
      if (whyNot !== '' && isPassing(error)) toast(whyNot)
      else toastFailure(error, speech)
      return false
    } finally {
      await refresh()
    }
  }

  async function remove(entry: Entry) {
    const now = performance.now()
    if (now - removedMs.current < DOUBLE_PRESS_MS) return
    removedMs.current = now
    const { day, workId } = entry
    setRemoved(entry)
    const isDone = await change(
      async () => {
        if (owner !== DEVICE) {
          const work = { id: workId, title: entry.tracks[0]?.workTitle ?? '' }
          if ((await sendOrWait(api, { kind: 'unheard', work, day })) === null) toast(queuedText(speech))
        }
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
        const { day, workId } = entry
        const isIt = (write: Write) => write.kind === 'unheard' && write.day === day && write.work.id === workId
        if (owner !== DEVICE && !(await takeBack(isIt)))
          await api(saveHistory, { body: { ...heardBody(tracks, Date.now()), isUndo: true } })
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
      t('needsServer'),
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
      t('needsServer'),
    )
    setWanted(null)
  }

  return { isWanted, removed, forgetRemoved: useCallback(() => setRemoved(null), []), remove, putBack, removeAll, keep }
}
