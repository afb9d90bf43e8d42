/**
 * Computes the peaks of audio that arrives in pieces.
 *
 * @param samples  the expected number; any beyond count for the last peak
 * @param count    number of peaks
 */
export function createPeaks(samples: number, count: number) {
  const peaks = new Uint16Array(count)
  /** The low byte of a sample that was split between pieces. */
  let half: number | null = null
  let index = 0

  function take(sample: number): void {
    const at = Math.min(count - 1, Math.floor((index++ * count) / Math.max(1, samples)))
    const size = Math.abs(sample)
    if (size > peaks[at]!) peaks[at] = size
  }

  return {
    /** @param part  16-bit little-endian samples, cut anywhere */
    add(part: Buffer): void {
      let at = 0
      if (half !== null && part.length > 0) {
        take(((part[0]! << 24) >> 16) | half)
        half = null
        at = 1
      }
      for (; at + 1 < part.length; at += 2) take(part.readInt16LE(at))
      if (at < part.length) half = part[at]!
    },

    isEmpty: () => index === 0,

    /** One byte per peak; 255 is full scale. */
    toBytes: (): Buffer => Buffer.from(Array.from(peaks, (peak) => Math.round((peak / 32_768) * 255))),
  }
}
