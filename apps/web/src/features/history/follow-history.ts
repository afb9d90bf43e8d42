import { saveHistory } from '@otodana/contract'
import type { QueryClient } from '@tanstack/react-query'

import { apiSession, noteOwner, onSignedOut, ownerOf, presentAccount, useSession } from '#features/accounts/index.ts'
import {
  endsWork,
  onListened,
  onPauseOrTrackChange,
  positionToSave,
  queuedAfter,
  queuedBeside,
  readPositions,
} from '#features/player/index.ts'
import { noteUnsent } from '#features/outbox/index.ts'
import { setProgressByListening } from '#features/reviews/index.ts'
import { useSettings } from '#features/settings/index.ts'
import { type Api, ApiError, createApi, isUnanswered } from '#lib/api/api.ts'
import { deviceStorage } from '#lib/storage/browser-storage.ts'
import { DEVICE } from '#lib/storage/device-owner.ts'

import { createBegunList, type NextTrack } from './begun-list.ts'
import { createBegunWorks } from './begun-works.ts'
import { offerListened } from './finished-offer.ts'
import { createFinishedWorks, isLeft } from './finished-works.ts'
import { heardBody } from './heard-body.ts'
import { createHistoryLog, type HeardTrack } from './history-log.ts'
import { createHistorySender } from './history-sender.ts'
import { createHistoryRecorder } from './record-history.ts'

/** How often playback is stored on the device: the most that a crash loses. */
const STORE_EVERY_MS = 15_000
const SEND_EVERY_MS = 60_000

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

/** Called when the history was removed or switched off: what is not stored yet is part of it. */
export function forgetUnstored(): void {
  recorder.forget()
}

/** Whose listening is recorded: an account's, or the device's; null while that is unknown, and if it is switched off. */
function presentOwner(): number | null {
  const owner = ownerOf(deviceStorage, useSession.getState())
  const isOn = owner === DEVICE ? useSettings.getState().keepHistory : owner !== null && !offAccounts.has(owner)
  return isOn ? owner : null
}

async function save(tracks: readonly HeardTrack[]): Promise<boolean> {
  const { isOn } = await lastingApi(saveHistory, { body: heardBody(tracks, Date.now()) })
  return isOn
}

/** Returns the next track of a queued one's work, and where it would begin. */
function nextOf(hash: string): NextTrack | null {
  const next = queuedAfter(hash)
  return next && { ...next, seconds: readPositions().find((one) => one.hash === next.hash)?.seconds ?? 0 }
}

/** Whether another track of a queued one's work was left in its middle: the work goes on there, so it is not finished. */
function goesOnElsewhere(hash: string): boolean {
  const others = queuedBeside(hash)
  const positions = others.length === 0 ? [] : readPositions()
  return others.some((other) => isLeft(other, positions))
}

const log = createHistoryLog(deviceStorage)
const begun = createBegunList(deviceStorage)
const recorder = createHistoryRecorder({ log, owner: presentOwner, positionAt: positionToSave, nextOf })
const sender = createHistorySender({
  log,
  isStill: (owner) => presentOwner() === owner,
  save,
  onOff: (owner) => noteHistoryChoice(owner, false),
})

/** Awaits a call whose failure is not reported, because playback does not depend on it. */
async function apiErrorOf(call: Promise<unknown>): Promise<ApiError | null> {
  try {
    await call
    return null
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error
  }
}

/**
 * Records what is heard, on the device and for members on the server.
 *
 * @returns a function that stops it
 */
export function followHistory(deps: { api: Api; queryClient: QueryClient }): () => void {
  const begunWorks = createBegunWorks(async (owner, { workId: id, workTitle: title }) => {
    if (!useSettings.getState().marksListening || presentAccount() !== owner) return true
    const error = await apiErrorOf(setProgressByListening(deps, { id, title }, 'listening'))
    return error === null || !isUnanswered(error)
  })
  const finishedWorks = createFinishedWorks((work) => void apiErrorOf(offerListened(deps, work)), goesOnElsewhere)
  let storedMs = Date.now()
  let sentMs = -Infinity

  /** The device's own stays here. */
  function note() {
    const owner = presentOwner()
    noteUnsent('history', owner === null || owner === DEVICE ? 0 : log.unsent(owner).length)
  }
  function sendNow() {
    const owner = presentOwner()
    if (owner === null || owner === DEVICE) return
    sentMs = Date.now()
    void sender.send(owner).finally(note)
  }
  function store(isPause: boolean) {
    storedMs = Date.now()
    const stored = recorder.flush(storedMs)
    for (const { owner, heard, next } of stored) begun.note(owner, heard, next)
    note()
    if (isPause || (stored.length > 0 && storedMs - sentMs >= SEND_EVERY_MS)) sendNow()
  }

  function forgetIfOff() {
    // Nothing more is noted, so it would be out of date.
    if (!useSettings.getState().keepHistory) begun.clear(DEVICE)
  }

  const handlePause = () => store(true)
  const handleVisibility = () => document.visibilityState === 'hidden' && store(true)
  const ends = [
    onListened((track, from, to) => {
      recorder.hear(track, from, to, Date.now())
      const account = presentAccount()
      if (account !== null) {
        void begunWorks.hear(account, track, to - from)
        if (endsWork(track.hash)) finishedWorks.hear(account, track, from, to)
      }
      if (Date.now() - storedMs >= STORE_EVERY_MS) store(false)
    }),
    onPauseOrTrackChange(handlePause),
    // While the account is still known.
    onSignedOut(() => recorder.flush(Date.now())),
    useSession.subscribe((now, before) => {
      if (now.user === null || (now.user === before.user && now.token === before.token)) return
      noteOwner(deviceStorage, now)
      sendNow()
    }),
    useSettings.subscribe(forgetIfOff),
  ]
  document.addEventListener('visibilitychange', handleVisibility)
  addEventListener('pagehide', handlePause)
  addEventListener('online', sendNow)
  noteOwner(deviceStorage, useSession.getState())
  forgetIfOff()
  sendNow()
  return () => {
    ends.forEach((end) => end())
    document.removeEventListener('visibilitychange', handleVisibility)
    removeEventListener('pagehide', handlePause)
    removeEventListener('online', sendNow)
    store(true)
  }
}
