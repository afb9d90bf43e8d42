import { createStore } from 'zustand/vanilla'

import { tabStorage, writeJson } from '#lib/storage/browser-storage.ts'

import { EXTENSION_MINUTES, sleepTimerFrom, withMinutes } from './sleep-timer.ts'
import type { SleepTimer } from './sleep-timer.ts'

const KEY = 'player-sleep'

export type SleepState = {
  timer: SleepTimer
  /** Whole seconds until the pause; null while off or unknown. */
  secondsLeft: number | null
}

/** The timer is saved for this tab's session; read only after hydration, as this module loads later. */
export const sleepTimer = createStore<SleepState>(() => ({
  timer: sleepTimerFrom(tabStorage.read(KEY), Date.now()),
  secondsLeft: null,
}))
sleepTimer.subscribe(({ timer }, before) => timer !== before.timer && writeJson(tabStorage, KEY, timer))

export function addMinutes(minutes: number): void {
  sleepTimer.setState(({ timer }) => ({ timer: withMinutes(timer, minutes, Date.now()) }))
}

export const extendSleep = (): void => addMinutes(EXTENSION_MINUTES)
