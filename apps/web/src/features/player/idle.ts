import { useSettings } from '#features/settings/index.ts'

import { isActive } from './commands.ts'
import { followPlayer } from './follow-player.ts'
import type { PlayerStore } from './player.store.ts'
import { setNight } from './sheets.ts'
import { pictureStore } from './video/picture.store.ts'

const IDLE_SECONDS = 60
const inputs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const

/**
 * Dims the screen after a minute without input while the wake lock keeps it on, to prevent burn-in; only a small moving
 * text stays. Not while there is a picture to look at.
 */
export function connectIdle(store: PlayerStore): void {
  let timer: ReturnType<typeof setTimeout> | undefined

  const isWanted = () => {
    const { keepScreenOn, enableAntiScreenBurnin } = useSettings.getState()
    const isWatched = pictureStore.getState().isSeen
    return keepScreenOn && enableAntiScreenBurnin && !isWatched && isActive(store.getState().status)
  }
  function restart() {
    clearTimeout(timer)
    timer = isWanted() ? setTimeout(() => setNight(isWanted()), IDLE_SECONDS * 1000) : undefined
  }

  for (const input of inputs) document.addEventListener(input, restart, { capture: true, passive: true })
  document.addEventListener('visibilitychange', restart)
  // A change of track is no input.
  followPlayer(store, (state, before) => isActive(state.status) !== isActive(before.status) && restart())
  useSettings.subscribe(restart)
  pictureStore.subscribe(({ isSeen }, before) => isSeen !== before.isSeen && restart())
}
