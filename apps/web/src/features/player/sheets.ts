import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** The player's sheets, which are also opened where the player is not visible. */
export type SheetName = 'sound' | 'sleep' | 'chapters' | 'shortcuts'

type Over = {
  sheet: SheetName | null
  /** The full player. */
  isFull: boolean
  /** The dark screen against burn-in. */
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
