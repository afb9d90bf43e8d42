/**
 * Gathers the peaks of a sound that comes in pieces.
 *
 * @param samples  how many there will be; what comes beyond counts for the last peak
 * @param count    of peaks
 */
export function createPeaks(samples: number, count: number) {
  const peaks = new Uint16Array(count)
  /** The lower half of a sample whose upper half comes with the next piece. */
  let half: number | null = null
  let index = 0

  function take(sample: number): void {
    const at = Math.min(count - 1, Math.floor((index++ * count) / Math.max(1, samples)))
    const size = Math.abs(sample)
    if (size > peaks[at]!) peaks[at] = size
  }

  return {
    /** @param part  samples of 16 bits, little endian, cut anywhere */
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

    /** One byte a peak: 255 is full scale. */
    toBytes: (): Buffer => Buffer.from(Array.from(peaks, (peak) => Math.round((peak / 32_768) * 255))),
  }
}
