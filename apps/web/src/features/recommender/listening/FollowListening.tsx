import { getWorkInfo, sendListening } from '@otodana/contract'
import { useEffect } from 'react'

import { apiSession, onSignedOut, useSession } from '#features/accounts/index.ts'
import { noteUnsent } from '#features/outbox/index.ts'
import { onListened, onPauseOrTrackChange } from '#features/player/index.ts'
import { useSettings } from '#features/settings/index.ts'
import { createApi, type ApiSession } from '#lib/api/api.ts'
import { randomUuid } from '#lib/browser/random-uuid.ts'
import { deviceStorage, tabStorage } from '#lib/storage/browser-storage.ts'

import { createFeedbackOutbox, type Feedback } from './feedback-outbox.ts'
import { createFeedbackSender } from './feedback-sender.ts'
import { senderOf, currentListener } from './listener.ts'
import { createListeningSession } from './listening-session.ts'
import { createWorkDurations } from './work-durations.ts'

/** Reports listening to the recommender; renders nothing. */
export function FollowListening() {
  useEffect(followListening, [])
  return null
}

/** Failures are not shown to the listener. */
const quietCaller: ApiSession = { ...apiSession, onRefused: () => undefined, onSlowed: () => undefined }
/** Requests sent while leaving the page must outlive it. */
const lastingApi = createApi({ fetch: (url, init) => fetch(url, { ...init, keepalive: true }), caller: quietCaller })

const presentSender = (feedback: Feedback) => {
  const { token, user } = useSession.getState()
  return senderOf(feedback, token, user)
}

/** @returns a function that stops it */
function followListening(): () => void {
  const outbox = createFeedbackOutbox(deviceStorage)
  const session = createListeningSession(tabStorage)
  const durations = createWorkDurations(
    async (workId) => (await lastingApi(getWorkInfo, { params: { id: String(workId) } })).duration,
    () => performance.now(),
  )
  /** Of the present member: those without an account are not shown. */
  function noteReports() {
    const id = useSession.getState().user?.recommenderUuid
    noteUnsent('reports', outbox.unsent().filter((one) => one.isMember && one.listener === id).length)
  }
  const sender = createFeedbackSender({
    outbox,
    storage: deviceStorage,
    tab: randomUuid(),
    isSendable: (feedback) => useSettings.getState().learnFromListening && presentSender(feedback) !== 'later',
    send: (feedback) =>
      lastingApi(
        sendListening,
        { body: { type: feedback.type, recommenderUuid: feedback.listener, itemId: feedback.workId } },
        { isAnonymous: presentSender(feedback) === 'anonymous' },
      ),
    onChange: noteReports,
  })

  const stopHearing = onListened((track, from, to) => {
    const who = currentListener()
    if (!who) return
    const reached = session.hear(who.listener, track, [from, to], durations.of(track.workId))
    if (reached.length === 0) return
    outbox.add(reached.map((type) => ({ ...who, workId: track.workId, type, atMs: Date.now() })))
    noteReports()
    sender.note()
  })
  function obeySettings() {
    if (useSettings.getState().learnFromListening) return
    session.forget()
    outbox.forget(true)
  }
  // It may have been turned off before this was loaded.
  obeySettings()
  outbox.tidy()
  const stopSettings = useSettings.subscribe(obeySettings)
  const stopForgetting = onSignedOut(session.forget)
  const stopSession = useSession.subscribe(({ user }, before) => {
    if (user !== null && user !== before.user) sender.tryAgain()
  })
  const stopBreaks = onPauseOrTrackChange(session.keep)
  const leave = () => {
    session.keep()
    sender.leave()
  }
  const handleVisibility = () => document.visibilityState === 'hidden' && leave()
  document.addEventListener('visibilitychange', handleVisibility)
  addEventListener('pagehide', leave)
  addEventListener('online', sender.tryAgain)
  sender.note()
  return () => {
    stopHearing()
    stopSettings()
    stopForgetting()
    stopSession()
    stopBreaks()
    document.removeEventListener('visibilitychange', handleVisibility)
    removeEventListener('pagehide', leave)
    removeEventListener('online', sender.tryAgain)
    session.keep()
    sender.stop()
  }
}
