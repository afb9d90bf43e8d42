import type { Work } from '@otodana/contract'
import { create } from 'zustand'

type RandomPlay = {
  /** The last pick to announce; a new object for each pick. */
  told: Work | null
  /** The last picked work, announced or not. */
  lastId: number | null
  isBusy: boolean
  /** Whether the last attempt found no work because of the visitor's filter. */
  isFilteredOut: boolean
}

export const randomPlayStore = create<RandomPlay>()(() => ({
  told: null,
  lastId: null,
  isBusy: false,
  isFilteredOut: false,
}))
