import { tabStorage } from '#lib/storage/browser-storage.ts'

/** 1 is the original loudness; above that the sound is amplified. */
export const MAX_VOLUME = 3

/** Speeds to choose from. */
export const rates = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const
export const MIN_RATE = 0.5
export const MAX_RATE = 3
/** While a control is held. */
export const FAST_RATE = 2

const KEY = 'player-louder'

/** Whether the listener has confirmed in this session that more than 100 % may do harm. */
export function mayBeLouder(): boolean {
  return tabStorage.read(KEY) === 'yes'
}

export function allowLouder(): void {
  tabStorage.write(KEY, 'yes')
}

/**
 * Returns the volume after a request. A negative number or NaN changes nothing; without the listener's consent the
 * maximum is 1.
 */
export function volumeAfter(volume: number, wanted: number, isLouderAllowed: boolean): number {
  if (!(wanted >= 0)) return volume
  return Math.min(wanted, isLouderAllowed ? MAX_VOLUME : 1)
}

/** @returns the rate clamped to what is offered; the present one for NaN */
export function rateAfter(rate: number, wanted: number): number {
  return Number.isFinite(wanted) ? Math.min(Math.max(wanted, MIN_RATE), MAX_RATE) : rate
}
