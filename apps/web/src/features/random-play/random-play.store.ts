import type { Work } from '@otodana/contract'
import { create } from 'zustand'

type RandomPlay = {
  /** The last pick, which is announced; the same work picked again is another object. */
  told: Work | null
  /** The work that was picked last, told of or not. */
  lastId: number | null
  isBusy: boolean
  /** Whether the last time nothing passed the visitor's filter, and that is still to be seen. */
  isFilteredOut: boolean
}

export const randomPlayStore = create<RandomPlay>()(() => ({
  told: null,
  lastId: null,
  isBusy: false,
  isFilteredOut: false,
}))
