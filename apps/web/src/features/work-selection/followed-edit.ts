import { create } from 'zustand'

/** The change of many works that the list shows, until it has ended and was seen. */
export const useFollowedEdit = create<{ id: number | null }>()(() => ({ id: null }))
