import { createStore } from 'zustand/vanilla'

import { tabStorage, writeJson } from '#lib/storage/browser-storage.ts'

import { sleepTimerFrom } from './sleep-timer.ts'
import type { SleepTimer } from './sleep-timer.ts'

const KEY = 'player-sleep'

/** Saved for this tab's session; read only after hydration, as this module loads later. */
export const sleepTimer = createStore<{ timer: SleepTimer }>(() => ({
  timer: sleepTimerFrom(tabStorage.read(KEY), Date.now()),
}))
sleepTimer.subscribe(({ timer }) => writeJson(tabStorage, KEY, timer))
