import { tabStorage } from '#lib/storage/browser-storage.ts'

/** 1 is the loudest that the sound was made for; what is above is amplified. */
export const MAX_VOLUME = 3

/** Speeds to choose from. */
export const rates = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const
export const MIN_RATE = 0.5
export const MAX_RATE = 3
/** While a control is held. */
export const HURRY_RATE = 2

const KEY = 'player-louder'

/** Whether the listener has confirmed, in this session, that louder than 1 may harm. */
export function mayBeLouder(): boolean {
  return tabStorage.read(KEY) === 'yes'
}

export function allowLouder(): void {
  tabStorage.write(KEY, 'yes')
}

/**
 * The volume after a wish: nothing changes for one below 0 or that is no number, and without the listener's consent 1 is
 * the end.
 */
export function volumeAfter(volume: number, wanted: number, isLouderAllowed: boolean): number {
  if (!(wanted >= 0)) return volume
  return Math.min(wanted, isLouderAllowed ? MAX_VOLUME : 1)
}

/** @returns the nearest rate that is offered; the present one for what is no number */
export function rateAfter(rate: number, wanted: number): number {
  return Number.isFinite(wanted) ? Math.min(Math.max(wanted, MIN_RATE), MAX_RATE) : rate
}
