/** What is left for the browser itself and the rest of the site. */
const RESERVE_BYTES = 100_000_000

/** Less than this much room is said before something is chosen that does not fit. */
export const LITTLE_BYTES = 500_000_000

const LIMITS = [1, 2, 5, 10, 20, 50, 100, 200].map((count) => count * 1_000_000_000)

/** Returns the limits to choose from: those that the device has room for, and the one that is set. */
export function limitsFor(quotaBytes: number | null, chosenBytes: number | null): number[] {
  return LIMITS.filter((bytes) => bytes === chosenBytes || quotaBytes === null || bytes < quotaBytes)
}

export type Room = {
  /** What kept works take on this device, of all accounts. */
  keptBytes: number
  /** The listener's own limit; null: none. */
  limitBytes: number | null
  /** What the whole site takes and may take; null where the browser does not say. */
  usageBytes: number | null
  quotaBytes: number | null
}

/** Returns how many more bytes can be kept; `Infinity` where nothing is known and no limit is set. */
export function roomLeft({ keptBytes, limitBytes, usageBytes, quotaBytes }: Room): number {
  const ofLimit = limitBytes === null ? Infinity : limitBytes - keptBytes
  const ofDevice = usageBytes === null || quotaBytes === null ? Infinity : quotaBytes - usageBytes - RESERVE_BYTES
  return Math.max(0, Math.min(ofLimit, ofDevice))
}
