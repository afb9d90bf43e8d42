/** Rules for drawing a waveform, as pure functions. */

/** Pixels from one bar to the next; a bar is two pixels wide. */
export const BAR_PITCH = 3
const LEAST_BAR = 2

/** @returns one number per peak, 0 to 255; empty for invalid data */
export function peaksFrom(base64: string): Uint8Array {
  try {
    return Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    return new Uint8Array()
  }
}

/**
 * Returns an SVG path of bars two pixels wide on whole pixels. Each shows its part of the track; the loudest bar has
 * the full height, however quiet the track is.
 */
export function barsPath(peaks: Uint8Array, width: number, height: number): string {
  const count = Math.floor((width + 1) / BAR_PITCH)
  const loudest = peaks.reduce((most, peak) => Math.max(most, peak), 1)
  let path = ''
  for (let bar = 0; bar < count; bar++) {
    const first = Math.floor((bar * peaks.length) / count)
    const last = Math.max(first + 1, Math.floor(((bar + 1) * peaks.length) / count))
    let peak = 0
    for (let at = first; at < last; at++) peak = Math.max(peak, peaks[at] ?? 0)
    // Not linear: half the amplitude sounds more than half as loud.
    const share = (peak / loudest) ** 0.8
    const length = Math.max(LEAST_BAR, Math.round((share * height) / 2) * 2)
    path += `M${bar * BAR_PITCH + 1} ${(height - length) / 2}v${length}`
  }
  return path
}
