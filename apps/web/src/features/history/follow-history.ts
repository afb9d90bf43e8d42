import { saveHistory } from '@otodana/contract'
import type { QueryClient } from '@tanstack/react-query'

import { apiSession, isMember, useSession } from '#features/accounts/index.ts'
import { onListened, onPauseOrTrackChange, positionToSave } from '#features/player/index.ts'
import { deviceId } from '#features/playback-positions/index.ts'
import { markAsListening } from '#features/reviews/index.ts'
import { useSettings } from '#features/settings/index.ts'
import { type Api, ApiError, createApi, isPassing } from '#lib/api/api.ts'
import { deviceStorage } from '#lib/storage/browser-storage.ts'

import { createBegunList } from './begun-list.ts'
import { createBegunWorks } from './begun-works.ts'
import { createHistoryLog, DEVICE, type HeardTrack } from './history-log.ts'
import { createHistorySender } from './history-sender.ts'
import { createHistoryRecorder } from './record-history.ts'

/** How often playback is stored on the device: the most that a crash loses. */
const STORE_EVERY_MS = 15_000
const SEND_EVERY_MS = 60_000
/** The server's limit. */
const MAX_SECONDS_AGO = 10 * 366 * 86_400

/** Requests sent while leaving the page must outlive it; failures are not shown. */
const lastingApi = createApi({
  fetch: (url, init) => fetch(url, { ...init, keepalive: true }),
  caller: { ...apiSession, onRefused: () => undefined, onSlowed: () => undefined },
})

/** Accounts that the server has said to have no history, until the next visit or a new choice. */
const offAccounts = new Set<number>()

/** Called when an account's history was switched on or off on this device. */
export function noteHistoryChoice(accountId: number, isOn: boolean): void {
  if (isOn) offAccounts.delete(accountId)
  else offAccounts.add(accountId)
}

/** Whose listening is recorded: an account's, or the device's; null while that is unknown, and if it is switched off. */
function presentOwner(): number | null {
  const { token, user } = useSession.getState()
  if (token !== null && user === null) return null
  if (user?.id !== undefined && isMember(user)) return offAccounts.has(user.id) ? null : user.id
  return useSettings.getState().keepHistory ? DEVICE : null
}

/** Called while the owner is logged in. */
async function save(_owner: number, tracks: readonly HeardTrack[]): Promise<boolean> {
  const now = Date.now()
  const secondsAgo = (ms: number) => Math.min(Math.max(0, (now - ms) / 1_000), MAX_SECONDS_AGO)
  const { isOn } = await lastingApi(saveHistory, {
    body: {
      deviceId: deviceId(deviceStorage),
      tracks: tracks.map(({ hash, day, firstMs, lastMs, heardSeconds, seconds, durationSeconds }) => ({
        hash,
        day,
        firstSecondsAgo: secondsAgo(firstMs),
        lastSecondsAgo: secondsAgo(lastMs),
        heardSeconds,
        seconds,
        durationSeconds,
      })),
    },
  })
  return isOn
}

/** Sends an account's unsent listening now. */
export function sendHistory(owner: number): Promise<void> {
  return sender.send(owner)
}

const log = createHistoryLog(deviceStorage)
const begun = createBegunList(deviceStorage)
const sender = createHistorySender({ log, save, onOff: (owner) => noteHistoryChoice(owner, false) })

/**
 * Records what is heard, on the device and for members on the server.
 *
 * @returns a function that stops it
 */
export function followHistory(deps: { api: Api; queryClient: QueryClient }): () => void {
  const begunWorks = createBegunWorks(async (owner, workId) => {
    if (!useSettings.getState().marksListening || useSession.getState().user?.id !== owner) return true
    try {
      await markAsListening(deps, workId)
      return true
    } catch (error) {
      // Not reported: playback does not depend on it.
      if (!(error instanceof ApiError)) throw error
      return !isPassing(error)
    }
  })
  const recorder = createHistoryRecorder({ log, owner: presentOwner, positionAt: positionToSave })
  let storedMs = Date.now()
  let sentMs = -Infinity

  function sendNow() {
    const owner = presentOwner()
    if (owner === null || owner === DEVICE) return
    sentMs = Date.now()
    void sender.send(owner)
  }
  function store(isPause: boolean) {
    storedMs = Date.now()
    const stored = recorder.flush(storedMs)
    for (const { owner, heard } of stored) begun.note(owner, heard)
    if (isPause || (stored.length > 0 && storedMs - sentMs >= SEND_EVERY_MS)) sendNow()
  }

  const handlePause = () => store(true)
  const handleVisibility = () => document.visibilityState === 'hidden' && store(true)
  const ends = [
    onListened((track, from, to) => {
      recorder.hear(track, from, to, Date.now())
      const { user } = useSession.getState()
      if (isMember(user) && user?.id !== undefined) void begunWorks.hear(user.id, track.workId, to - from)
      if (Date.now() - storedMs >= STORE_EVERY_MS) store(false)
    }),
    onPauseOrTrackChange(handlePause),
    useSession.subscribe(({ user }, before) => user !== null && user !== before.user && sendNow()),
  ]
  document.addEventListener('visibilitychange', handleVisibility)
  addEventListener('pagehide', handlePause)
  addEventListener('online', sendNow)
  sendNow()
  return () => {
    ends.forEach((end) => end())
    document.removeEventListener('visibilitychange', handleVisibility)
    removeEventListener('pagehide', handlePause)
    removeEventListener('online', sendNow)
    store(true)
  }
}
