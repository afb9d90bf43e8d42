import type { Chapter } from '@otodana/contract'
import { createStore } from 'zustand/vanilla'

/** The chapters of the current track; empty if it has none, or they are not loaded yet. */
export const chapterStore = createStore<{ chapters: readonly Chapter[] }>(() => ({ chapters: [] }))
