import type { Page } from './fixtures.ts'

declare global {
  interface Window {
    heard: { gain: AudioParam; loudest: () => number }[]
  }
}

/** Listens in on every gain node that the page makes, in `window.heard`. */
export async function listenIn(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.heard = []
    const original = AudioContext.prototype.createGain
    AudioContext.prototype.createGain = function createGain(this: AudioContext) {
      const node = original.call(this)
      const analyser = this.createAnalyser()
      node.connect(analyser)
      const samples = new Float32Array(analyser.fftSize)
      const loudest = () => {
        analyser.getFloatTimeDomainData(samples)
        return Math.max(...samples.map(Math.abs))
      }
      window.heard.push({ gain: node.gain, loudest })
      return node
    }
  })
}
