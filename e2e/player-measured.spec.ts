/** What the player makes of what the server has measured of each track: with a server that measures a few tones. */
import type { FileSound, TrackFile } from '@otodana/contract'

import { createToneLibrary } from './a-library.ts'
import { expect, expectAccessible, keepSettings, type Page } from './fixtures.ts'
import { hydrated } from './hydrated.ts'
import { listenIn } from './listen-in.ts'
import { bar, expectMoving, expectPlaying, position, test as base, trackList } from './playing.ts'
import { startServer } from './start-server.ts'

const WORK = 1_990_001

type Measured = { url: string; sounds: FileSound[]; tracks: TrackFile[]; stop: () => Promise<void> }

async function startMeasured(): Promise<Measured> {
  const { dir, remove } = createToneLibrary('RJ01990001 二つの音', [
    // Loud in its first half, so that the two halves of its waveform differ.
    { name: '01 loud.wav', seconds: 30, strength: (at) => (at < 15 ? 0.8 : 0.2) },
    { name: '02 quiet.wav', seconds: 30, strength: () => 0.02 },
  ])
  const server = await startServer({ env: { LIBRARY_DIRS: dir, SOUND_ANALYSIS: 'local' } })
  const get = async <T>(path: string) => (await (await fetch(server.url + path)).json()) as T
  let sounds: FileSound[] = []
  const count = async () => ({ sounds } = await get<{ sounds: FileSound[] }>(`/api/sound/${WORK}`)).sounds.length
  await expect.poll(count, { timeout: 60_000 }).toBe(2)
  return {
    url: server.url,
    sounds,
    tracks: await get(`/api/tracks/${WORK}`),
    async stop() {
      await server.stop()
      remove()
    },
  }
}

const test = base.extend<{ measured: Measured }>({
  measured: async ({ startOnce }, use) => use(await startOnce(startMeasured)),
  baseURL: async ({ measured }, use) => use(measured.url),
})

// In one worker, since each worker starts its own server.
test.describe.configure({ mode: 'default' })

const full = (page: Page) => page.getByRole('dialog', { name: 'Full player' })
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Sound', exact: true })
const seekBar = (page: Page) => full(page).getByRole('slider', { name: 'Position in the track' })
const volume = (page: Page) => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.volume)

async function play(page: Page, tracks: TrackFile[]): Promise<void> {
  await keepSettings(page, { qualityBehavior: 'qualityFirst' })
  await page.goto(`/work/${WORK}`)
  await hydrated(page)
  await trackList(page).getByRole('link').first().click()
  await expectPlaying(page, tracks[0]!)
}

/** From left to right, how high each bar of the waveform is. */
const bars = (page: Page) =>
  full(page)
    .locator('svg path[d^="M1 "]')
    .first()
    .evaluate((path) => [...path.getAttribute('d')!.matchAll(/v(\d+)/g)].map(([, height]) => Number(height)))

test(
  'PLY-07 the waveform is the seek bar of the full player, in both layouts; without one there is a plain bar',
  { tag: '@anyscreen' },
  async ({ page, allow, measured: { tracks } }) => {
    allow(/status of 404/)
    const unmeasured = '**/api/sound/*'
    await page.route(unmeasured, (route) => route.fulfill({ status: 404, json: { error: 'work.notFound' } }))
    await play(page, tracks)
    await bar(page).getByRole('button', { name: 'Open the player' }).click()
    // A trial click waits until the player has come to rest.
    await seekBar(page).click({ trial: true })
    const plain = await seekBar(page).boundingBox()
    await expect(full(page).locator('svg path[d^="M1 "]')).toHaveCount(0)
    await page.keyboard.press('Escape')

    await page.unroute(unmeasured)
    await bar(page).getByRole('button', { name: 'Open the player' }).click()
    // A phone's size first: what follows is on the screen that it began on.
    for (const size of [{ width: 390, height: 844 }, page.viewportSize()!]) {
      await page.setViewportSize(size)
      for (const layout of ['Classic', 'Large cover']) {
        await full(page).getByRole('combobox', { name: 'Layout' }).selectOption(layout)
        await expect.poll(async () => (await bars(page)).length).toBeGreaterThan(30)
        const heights = await bars(page)
        const middle = Math.floor(heights.length / 2)
        expect(Math.min(...heights.slice(0, middle - 1))).toBeGreaterThan(1.5 * Math.max(...heights.slice(middle + 1)))
      }
    }
    await expect.poll(() => seekBar(page).boundingBox(), 'nothing moves when the waveform comes').toEqual(plain)
    await expectAccessible(page)

    await seekBar(page).click()
    await expect.poll(() => position(page)).toBeGreaterThan(13)
    await expect(seekBar(page)).toHaveAttribute('aria-valuetext', /^00:1\d of 00:30$/)
    const { x, y, width, height } = (await seekBar(page).boundingBox())!
    await page.mouse.move(x + width * 0.9, y + height / 2)
    await expect(full(page).getByText('00:27', { exact: true })).toBeVisible()
    await page.mouse.move(x, y - 100)
    await expect(full(page).getByText('00:27', { exact: true })).toBeHidden()
    await seekBar(page).press('Home')
    await expect.poll(() => position(page)).toBeLessThan(5)
    await expectMoving(page)
  },
)

test(
  'PLY-05 tracks are made about as loud as each other on request: the loud one lower, the quiet one amplified',
  { tag: '@anyscreen' },
  async ({ page, measured: { sounds, tracks } }) => {
    const soundOf = (track: TrackFile) => sounds.find(({ hash }) => hash === track.hash)!
    const [loud, quiet] = [soundOf(tracks[0]!), soundOf(tracks[1]!)]
    await listenIn(page)
    await play(page, tracks)
    await bar(page).getByRole('button', { name: 'Sound', exact: true }).click()
    const even = sheet(page).getByRole('checkbox', { name: 'Normalize volume' })
    expect(await volume(page)).toBe(1)
    await even.check()
    await expect.poll(() => volume(page)).toBeCloseTo(10 ** ((-18 - loud.loudness!) / 20), 2)
    await expect(sheet(page).getByText(/^This track: -\d/)).toBeVisible()
    expect(await page.evaluate(() => window.heard.length), 'no amplifier to make it lower').toBe(0)
    await sheet(page).getByRole('slider', { name: 'Volume' }).fill('50')
    await expect.poll(() => volume(page)).toBeCloseTo(0.5 * 10 ** ((-18 - loud.loudness!) / 20), 2)
    await page.keyboard.press('Escape')

    await bar(page).getByRole('button', { name: 'Next track' }).click()
    await expectPlaying(page, tracks[1]!)
    // 12 dB, which is as much as any track is raised, of half the volume: twice as strong as it was made.
    expect(quiet.loudness).toBeLessThan(-31)
    const gain = () => page.evaluate(() => window.heard.map((heard) => heard.gain.value))
    await expect.poll(gain).toEqual([expect.closeTo(0.5 * 10 ** (12 / 20), 2)])
    expect(await volume(page)).toBe(1)
    const loudest = () => page.evaluate(() => window.heard[0]!.loudest())
    await expect.poll(loudest).toBeGreaterThan(0.03)
    expect(await loudest()).toBeLessThan(0.06)

    await bar(page).getByRole('button', { name: 'Sound', exact: true }).click()
    await even.uncheck()
    await expect.poll(gain).toEqual([expect.closeTo(1, 2)])
    await expect.poll(() => volume(page)).toBe(0.5)
  },
)
