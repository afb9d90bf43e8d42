/** How a waveform is drawn: rules as functions of data. */

/** Pixels from one bar to the next; a bar is two wide. */
export const BAR_PITCH = 3
const LEAST_BAR = 2

/** @returns one number a peak, 0 to 255; none for what is no waveform */
export function peaksFrom(base64: string): Uint8Array {
  try {
    return Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    return new Uint8Array()
  }
}

/**
 * The lines of an SVG path, two pixels wide with their edges on whole pixels. Each stands for its part of the track, and
 * the loudest of a track, however quiet it is, goes from top to bottom.
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
    // Not in proportion: what is half as strong is heard as more than half as loud.
    const share = (peak / loudest) ** 0.8
    const length = Math.max(LEAST_BAR, Math.round((share * height) / 2) * 2)
    path += `M${bar * BAR_PITCH + 1} ${(height - length) / 2}v${length}`
  }
  return path
}
