import { useSettings } from '#features/settings/index.ts'

import { isActive } from './commands.ts'
import { followPlayer } from './follow-player.ts'
import type { PlayerStore } from './player.store.ts'
import { pictureStore } from './video/picture.store.ts'

/**
 * Keeps the screen on during playback if the setting is on, or if there is a picture to look at. The browser releases
 * the lock when the page is hidden, so it is requested again when the page is visible.
 */
export function connectWakeLock(wakeLock: WakeLock, store: PlayerStore): void {
  let held: WakeLockSentinel | null = null
  let isAsking = false

  const isWanted = () =>
    (useSettings.getState().keepScreenOn || pictureStore.getState().isSeen) &&
    isActive(store.getState().status) &&
    document.visibilityState === 'visible'

  async function follow() {
    if (!isWanted()) {
      const lock = held
      held = null
      await lock?.release()
    } else if (!isAsking && (held === null || held.released)) {
      isAsking = true
      try {
        held = await wakeLock.request('screen')
      } catch (error) {
        // Refused, as with a low battery.
        if (!(error instanceof DOMException)) throw error
      } finally {
        isAsking = false
      }
      if (held && !isWanted()) await follow()
    }
  }

  const handle = () => void follow()
  followPlayer(store, (state, before) => state.status !== before.status && handle())
  useSettings.subscribe(handle)
  pictureStore.subscribe(({ isSeen }, before) => isSeen !== before.isSeen && handle())
  document.addEventListener('visibilitychange', handle)
}
