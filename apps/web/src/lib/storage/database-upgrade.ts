import { create } from 'zustand'

/** How the database of this device is brought up to date; nothing can be done with it meanwhile. */
export type Upgrade =
  | { state: 'waiting' }
  /** `done` of `total` rows are what version `toVersion` wants. */
  | { state: 'upgrading'; toVersion: number; done: number; total: number }
  | { state: 'done' }
  | { state: 'failed'; message: string }

/** Set by the code that opens the database, and shown over the page. Null while there is nothing to show. */
export const useUpgrade = create<{ upgrade: Upgrade | null }>()(() => ({ upgrade: null }))
