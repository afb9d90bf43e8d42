import { createStore } from 'zustand/vanilla'

import { off, sleepTimerFrom } from './sleep-timer.ts'
import type { SleepTimer } from './sleep-timer.ts'
import { tabStorage } from './storage.ts'

const KEY = 'player-sleep'

/** Loaded only after the page is alive; kept for the session of this tab. */
export const sleepTimer = createStore<{ timer: SleepTimer }>(() => ({
  timer: import.meta.env.SSR ? off : sleepTimerFrom(tabStorage.read(KEY), Date.now()),
}))
sleepTimer.subscribe(({ timer }) => tabStorage.write(KEY, JSON.stringify(timer)))
