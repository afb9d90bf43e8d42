import { create } from 'zustand'

/** How a card's menu begins selecting, with its work; null while no list on the screen can be selected from. */
export const useSelecting = create<{ start: ((workId: number) => void) | null }>()(() => ({ start: null }))
