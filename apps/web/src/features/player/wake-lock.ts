import { useSettings } from '#features/settings/index.ts'

import { isActive } from './commands.ts'
import { followPlayer } from './follow-player.ts'
import type { PlayerStore } from './player.store.ts'

/**
 * Keeps the screen on while something plays and the listener wants it. The browser takes the lock away whenever the page
 * is hidden, so it is asked for again when the page is seen.
 */
export function connectWakeLock(wakeLock: WakeLock, store: PlayerStore): void {
  let held: WakeLockSentinel | null = null
  let isAsking = false

  const isWanted = () =>
    useSettings.getState().keepScreenOn && isActive(store.getState().status) && document.visibilityState === 'visible'

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
        // Refused, as with a battery that is low: the screen goes off when the system wants it.
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
  document.addEventListener('visibilitychange', handle)
}
