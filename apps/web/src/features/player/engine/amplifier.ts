/** Whether a source is of another origin than the page: browsers give the page no say over its samples. */
export function isCrossOrigin(url: string): boolean {
  return new URL(url, location.href).origin !== location.origin
}

/**
 * Sound louder than a media element can make it: through a Web Audio gain node, from then on for as long as the element
 * lives. The browser gives silence for sound of another origin that was not asked for its leave (`crossOrigin`), which is
 * therefore left alone.
 *
 * @returns sets the gain, 1 for none; null when this source cannot be amplified
 */
export function amplify(element: HTMLMediaElement): ((gain: number) => void) | null {
  if (element.crossOrigin === null && isCrossOrigin(element.currentSrc || element.src)) return null
  const context = new AudioContext()
  const amplifier = context.createGain()
  context.createMediaElementSource(element).connect(amplifier).connect(context.destination)
  // A phone call, or another page, may have stopped it; playing again is a gesture that lets it go on.
  element.addEventListener('play', () => void context.resume())
  void context.resume()
  return (gain) => {
    // Over a moment: a step in loudness clicks.
    amplifier.gain.setTargetAtTime(gain, context.currentTime, 0.02)
  }
}
