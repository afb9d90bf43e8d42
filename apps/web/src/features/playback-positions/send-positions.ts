import { savePlaybackPositions } from '@otodana/contract'

import { apiSession, onSignedOut, presentAccount } from '#features/accounts/index.ts'
import { noteUnsent } from '#features/outbox/index.ts'
import { onPauseOrTrackChange, onPositionsWritten, readPositions } from '#features/player/index.ts'
import { createApi } from '#lib/api/api.ts'
import { deviceStorage } from '#lib/storage/browser-storage.ts'

import { deviceId, deviceName } from './device.ts'
import { createOutbox } from './outbox.ts'
import { createPositionSender, MAX_SECONDS_AGO } from './position-sender.ts'

/** Requests sent while leaving the page must outlive it. */
const lastingApi = createApi({ fetch: (url, init) => fetch(url, { ...init, keepalive: true }), caller: apiSession })

/**
 * Sends what is saved on this device to the member's account, the last of it when the page is left or the member signs out.
 *
 * @returns a function that stops it
 */
export function sendPositions(account: number): () => void {
  const device = { id: deviceId(deviceStorage), name: deviceName(navigator.userAgent, navigator.maxTouchPoints) }
  const sender = createPositionSender({
    outbox: createOutbox(deviceStorage, account),
    readPositions,
    isStill: () => presentAccount() === account,
    onUnsent: (count) => noteUnsent('positions', count),
    async save(places) {
      const now = Date.now()
      await lastingApi(savePlaybackPositions, {
        body: {
          device,
          places: places.map(({ hash, seconds, atMs }) => ({
            hash,
            seconds,
            secondsAgo: Math.min(Math.max(0, (now - atMs) / 1_000), MAX_SECONDS_AGO),
          })),
        },
      })
    },
  })
  // On the window, so that it runs after the player's listener on the document, which saves the position.
  const handleVisibility = () => document.visibilityState === 'hidden' && sender.leave()
  addEventListener('visibilitychange', handleVisibility)
  addEventListener('pagehide', sender.leave)
  addEventListener('online', sender.sendNow)
  const ends = [
    onPositionsWritten(sender.note),
    onPauseOrTrackChange(sender.sendNow),
    // While the account is still known.
    onSignedOut(sender.leave),
    () => removeEventListener('visibilitychange', handleVisibility),
    () => removeEventListener('pagehide', sender.leave),
    () => removeEventListener('online', sender.sendNow),
    sender.stop,
    () => noteUnsent('positions', 0),
  ]
  sender.sendNow()
  return () => ends.forEach((end) => end())
}
