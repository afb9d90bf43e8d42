import type { CDPSession } from '@playwright/test'

import { expect, type Page } from './fixtures.ts'
import { bar, expectMoving, playLargeAlbum, test } from './playing.ts'

test.use({ savesData: false })

declare global {
  interface Window {
    /** How many of each the page has made. */
    made: { elements: number; contexts: number; audioNodes: number; urls: number }
  }
}

/** Counts what a player may leave behind: media elements, audio contexts and nodes, object URLs not given back. */
async function countMade(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.made = { elements: 0, contexts: 0, audioNodes: 0, urls: 0 }
    const { made } = window
    const createElement = document.createElement.bind(document)
    document.createElement = (name: string, options?: ElementCreationOptions) => {
      if (/^(?:audio|video)$/i.test(name)) made.elements++
      return createElement(name, options)
    }
    for (const name of ['createGain', 'createMediaElementSource', 'createAnalyser'] as const) {
      const create = AudioContext.prototype[name] as (...input: unknown[]) => AudioNode
      AudioContext.prototype[name] = function count(this: AudioContext, ...input: unknown[]) {
        made.audioNodes++
        return create.apply(this, input)
      } as never
    }
    window.AudioContext = class extends AudioContext {
      constructor(options?: AudioContextOptions) {
        super(options)
        made.contexts++
      }
    }
    const { createObjectURL, revokeObjectURL } = URL
    URL.createObjectURL = (object) => (made.urls++, createObjectURL(object))
    URL.revokeObjectURL = (url) => (made.urls--, revokeObjectURL(url))
  })
}

/** Bytes and counts after garbage collection. */
async function measure(page: Page, devtools: CDPSession) {
  await devtools.send('HeapProfiler.collectGarbage')
  const { metrics } = await devtools.send('Performance.getMetrics')
  const of = (name: string) => metrics.find((metric) => metric.name === name)!.value
  return {
    heap: of('JSHeapUsedSize'),
    nodes: of('Nodes'),
    listeners: of('JSEventListeners'),
    ...(await page.evaluate(() => window.made)),
  }
}

/** Another track, another quality, another place, quieter and louder: as fast as the page takes it. */
async function turn(page: Page, turns: number): Promise<void> {
  await page.evaluate(async (count) => {
    const find = (name: RegExp) =>
      [...document.querySelectorAll<HTMLElement>('[aria-label]')].find((each) => name.test(each.ariaLabel ?? ''))!
    const frame = () => new Promise((resolve) => setTimeout(resolve, 15))
    for (let index = 0; index < count; index++) {
      find(index % 4 < 2 ? /^Next track$/ : /^Previous track$/).click()
      await frame()
      document.querySelectorAll<HTMLInputElement>('input[name=quality]')[index % 2]!.click()
      if (index % 5 === 0) find(/^Forward/).click()
      if (index % 7 === 0) find(/^(?:Mute|Unmute)$/).click()
      await frame()
    }
  }, turns)
}

test(
  'PLY-01 PLY-08 PLY-13 two hundred changes of track and quality leave nothing behind, and it plays',
  { tag: '@anyscreen' },
  async ({ page }) => {
    await countMade(page)
    // The last part of the app that loads by itself.
    const isAllLoaded = page.waitForResponse(/\/assets\/start-offline-/)
    await playLargeAlbum(page)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Performance.enable')
    await bar(page).getByRole('button', { name: 'Sound', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: 'Sound', exact: true })
    await sheet.getByRole('button', { name: 'Louder than 100%' }).click()
    await sheet.getByRole('button', { name: 'Allow up to 300%' }).click()
    await sheet.getByRole('slider', { name: 'Volume' }).fill('150')

    // Caches fill and code is compiled in the beginning.
    await isAllLoaded
    await turn(page, 50)
    const before = await measure(page, devtools)
    await turn(page, 200)
    const after = await measure(page, devtools)

    // One element plays and one prepares, each with its own amplifier.
    expect(after.elements).toBe(2)
    expect(after.contexts).toBeLessThanOrEqual(2)
    expect(after.audioNodes).toBeLessThanOrEqual(4)
    expect(after.urls).toBeLessThanOrEqual(4)
    expect(after.heap - before.heap, 'bytes of heap').toBeLessThan(1_500_000)
    expect(after.nodes - before.nodes, 'nodes').toBeLessThan(100)
    expect(after.listeners - before.listeners, 'listeners').toBeLessThan(20)
    test.info().annotations.push({ type: 'measured', description: JSON.stringify({ before, after }) })

    await page.keyboard.press('Escape')
    await expectMoving(page)
    await expect(bar(page).getByRole('alert')).toBeEmpty()
  },
)
