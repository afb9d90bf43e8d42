/** Whether a source is cross-origin: browsers give a page no access to its samples. */
export function isCrossOrigin(url: string): boolean {
  return new URL(url, location.href).origin !== location.origin
}

/** One for all elements: the second element plays at a track's end, without a gesture, and its own would stay silent. */
let shared: AudioContext | null = null

/**
 * Amplifies a media element beyond volume 1 with a Web Audio gain node, for the rest of the element's life.
 * Cross-origin sound fetched without CORS (`crossOrigin`) would be silent, so it is not amplified.
 *
 * @returns a setter of the gain (1 = unchanged), or null if this source cannot be amplified
 */
export function amplify(element: HTMLMediaElement): ((gain: number) => void) | null {
  if (element.crossOrigin === null && isCrossOrigin(element.currentSrc || element.src)) return null
  const context = (shared ??= new AudioContext())
  const amplifier = context.createGain()
  context.createMediaElementSource(element).connect(amplifier).connect(context.destination)
  // A phone call or another page may have suspended the context; playing is a gesture that may resume it.
  element.addEventListener('play', () => void context.resume())
  void context.resume()
  return (gain) => {
    // Ramped: a step in gain clicks.
    amplifier.gain.setTargetAtTime(gain, context.currentTime, 0.02)
  }
}
