import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** What stands over the page and belongs to the player: it is also opened where the player is not seen. */
export type SheetName = 'sound' | 'sleep' | 'shortcuts'

type Over = {
  sheet: SheetName | null
  /** The full player. */
  isFull: boolean
  /** The dark screen that keeps the display from harm. */
  isNight: boolean
}

const over = createStore<Over>(() => ({ sheet: null, isFull: false, isNight: false }))

export function useOver<Value>(select: (state: Over) => Value): Value {
  return useStore(over, select)
}
export const openSheet = (sheet: SheetName): void => over.setState({ sheet })
export const closeSheet = (): void => over.setState({ sheet: null })
export const setFull = (isFull: boolean): void => over.setState({ isFull })
export const setNight = (isNight: boolean): void => over.setState({ isNight })
