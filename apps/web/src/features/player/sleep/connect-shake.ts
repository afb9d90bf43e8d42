import type { StoreApi } from 'zustand/vanilla'

import { isShake, shakeAfter, still, strengthOf } from './shake.ts'
import { EXTENSION_MINUTES, isEnding, withMinutes } from './sleep-timer.ts'
import type { SleepState } from './sleep-timer.store.ts'

/**
 * Adds time when the device is shaken in the last minute of the sleep timer, if the setting is on, and vibrates where
 * the device can. The sensor is read in that minute only.
 *
 * @param device what fires `devicemotion`: the window
 * @param ask asks for permission, which iOS gives for one visit and within a tap: here, the one that sets the timer
 * @returns a function that stops it
 */
export function connectShake(
  sleepTimer: StoreApi<SleepState>,
  settings: Pick<StoreApi<{ shakeToExtend: boolean }>, 'getState' | 'subscribe'>,
  device: EventTarget,
  { ask, vibrate }: { ask: () => void; vibrate: (ms: number) => void },
): () => void {
  let isListening = false
  let shake = still

  function handleMotion(event: Event) {
    const { acceleration, accelerationIncludingGravity } = event as DeviceMotionEvent
    shake = shakeAfter(shake, strengthOf(acceleration, accelerationIncludingGravity), event.timeStamp)
    if (!isShake(shake)) return
    shake = still
    sleepTimer.setState(({ timer }) => ({ timer: withMinutes(timer, EXTENSION_MINUTES, Date.now()) }))
    vibrate(100)
  }

  function follow() {
    const isWanted = settings.getState().shakeToExtend && isEnding(sleepTimer.getState().secondsLeft)
    if (isWanted === isListening) return
    isListening = isWanted
    shake = still
    if (isWanted) device.addEventListener('devicemotion', handleMotion)
    else device.removeEventListener('devicemotion', handleMotion)
  }

  const disconnects = [
    sleepTimer.subscribe(({ timer }, before) => {
      if (timer !== before.timer && timer.kind !== 'off' && settings.getState().shakeToExtend) ask()
      follow()
    }),
    settings.subscribe(follow),
  ]
  follow()
  return () => {
    device.removeEventListener('devicemotion', handleMotion)
    for (const disconnect of disconnects) disconnect()
  }
}
