import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { writeVideo } from '../apps/server/test/sounds.ts'
import { expect, expectAccessible, keepSettings, test as base, type Page } from './fixtures.ts'
import { hydrated } from './hydrated.ts'
import { startOwnSite } from './own-site.ts'
import { bar, fileTree, isPaused, openFiles, position, trackList } from './playing.ts'

const WORK = 'RJ01882300'
const SECONDS = 120
const lines = ['The boats come home before the rain.', 'The lamp is lit.'] as const
const subtitle = `WEBVTT

00:00:00.000 --> 00:01:00.000
${lines[0]}

00:01:00.000 --> 00:02:00.000
${lines[1]}
`

async function startSite() {
  const folder = mkdtempSync(join(tmpdir(), 'otodana-videos-'))
  try {
    // What every build of Chromium decodes.
    const codecs = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-c:a', 'libopus', '-b:a', '48k']
    const [mp4, mkv] = ['01 Harbour.mp4', '02 Lighthouse.mkv'].map((name) => join(folder, name)) as [string, string]
    await Promise.all([writeVideo(mp4, SECONDS, codecs), writeVideo(mkv, SECONDS, codecs)])
    return await startOwnSite({
      [WORK]: {
        '01 Harbour.mp4': readFileSync(mp4),
        '01 Harbour.vtt': subtitle,
        '02 Lighthouse.mkv': readFileSync(mkv),
      },
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const test = base.extend<object>({
  baseURL: async ({ startOnce }, use) => use((await startOnce(startSite)).server.url),
})

// In one worker, since each worker starts its own server.
test.describe.configure({ mode: 'default' })

test.use({ savesData: false })

const full = (page: Page) => page.getByRole('dialog', { name: 'Full player' })
const video = (page: Page) => page.locator('video')
const pictureWidth = (page: Page) => video(page).evaluate((element: HTMLVideoElement) => element.videoWidth)

/** Plays a track of the work, and opens the full player. */
async function watch(page: Page, name: string | RegExp, settings: Record<string, unknown> = {}): Promise<void> {
  await keepSettings(page, settings)
  await page.goto(`/work/${WORK}`)
  await hydrated(page)
  await trackList(page).getByRole('link', { name }).click()
  await bar(page).getByRole('button', { name: 'Open the player' }).click()
  await expect(full(page)).toBeVisible()
}

/** Seconds between picture and sound, without a sign. */
const difference = (page: Page) =>
  page.evaluate(() => {
    const [picture, sound] = [document.querySelector('video')!, document.querySelector('audio')!]
    return Math.abs(picture.currentTime - sound.currentTime)
  })

async function seekToMiddle(page: Page): Promise<void> {
  await full(page).getByRole('slider', { name: 'Position in the track' }).click()
  await expect.poll(() => position(page)).toBeGreaterThan(SECONDS / 3)
}

test('VID-02 videos carry a mark among the tracks and among the files @anyscreen', async ({ page }) => {
  await page.goto(`/work/${WORK}`)
  await hydrated(page)
  await expect(trackList(page).getByRole('link', { name: /Harbour/ })).toContainText('Video')
  await openFiles(page)
  await expect(fileTree(page).getByRole('link', { name: /^02 Lighthouse\.mkv/ })).toContainText('Video')
  await expect(fileTree(page).getByRole('link', { name: /^01 Harbour\.vtt/ })).not.toContainText('Video')
})

test('VID-03 VID-05 VID-08 an mp4 plays with its picture, which follows the sound, and subtitles lie over it', async ({
  page,
}) => {
  await watch(page, /Harbour/, { enableSubtitle: true })
  await expect.poll(() => pictureWidth(page)).toBe(64)
  await expect(video(page)).toBeVisible()
  expect(await video(page).getAttribute('src')).toContain('/api/media/stream/')
  expect(await video(page).evaluate((element: HTMLVideoElement) => element.muted)).toBe(true)
  await expect(full(page).getByText(lines[0])).toBeVisible()
  await expect.poll(() => difference(page)).toBeLessThan(0.2)
  for (const name of ['Full screen', 'Choose subtitles'])
    await expect(full(page).getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)

  await seekToMiddle(page)
  await expect.poll(() => difference(page)).toBeLessThan(0.2)
  await expect.poll(() => video(page).evaluate((element: HTMLVideoElement) => element.paused)).toBe(false)
  await full(page).getByRole('button', { name: 'Pause' }).click()
  await expect.poll(() => isPaused(page)).toBe(true)
  await expect.poll(() => video(page).evaluate((element: HTMLVideoElement) => element.paused)).toBe(true)
  await full(page).getByRole('slider', { name: 'Position in the track' }).press('Home')
  await expect.poll(() => difference(page)).toBeLessThan(0.05)

  await full(page).getByRole('button', { name: 'Subtitles', exact: true }).click()
  await expect(full(page).getByText(lines[0])).toBeHidden()
  await full(page).getByRole('button', { name: 'Close the player' }).click()
  await expect(bar(page).locator('img')).toBeVisible()
})

test('VID-03 an mkv plays with the picture of the MP4 that the server makes of it @anyscreen', async ({ page }) => {
  await watch(page, /Lighthouse/)
  await expect.poll(() => pictureWidth(page)).toBe(64)
  expect(await video(page).getAttribute('src')).toContain('/api/media/video/')
  await seekToMiddle(page)
  await expect.poll(() => difference(page)).toBeLessThan(0.2)
})

test('VID-10 while the server makes the video the cover says so; a failure can be tried again @anyscreen', async ({
  page,
}) => {
  let state: object = { state: 'failed' }
  await page.route('**/api/media/videoState/**', (route) => route.fulfill({ json: state }))
  await watch(page, /Lighthouse/)
  await expect(full(page).getByText('The picture could not be prepared. The sound still plays.')).toBeVisible()
  await expectAccessible(page)
  state = { state: 'making', progress: 0.42 }
  await full(page).getByRole('button', { name: 'Try again' }).click()
  await expect(full(page).locator(':focus')).toContainText('Preparing the picture.')
  await expect(full(page).getByText('Preparing the picture. The sound plays meanwhile.')).toBeVisible()
  await expect(full(page).getByRole('progressbar')).toHaveAttribute('value', '42')
  await expect(full(page).locator('img[width="560"]')).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
  // The server has made it meanwhile.
  await page.unroute('**/api/media/videoState/**')
  await expect(video(page)).toBeVisible()
  await expect(full(page).getByRole('progressbar')).toBeHidden()
})

test('VID-06 where data is saved the picture is not loaded until the listener asks @anyscreen', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  await watch(page, /Harbour/)
  const show = full(page).getByRole('button', { name: 'Show the picture' })
  await expect(show).toBeVisible()
  expect(await page.evaluate(() => document.querySelector('video')?.getAttribute('src') ?? null)).toBeNull()
  await show.click()
  await expect(video(page)).toBeVisible()
  await expect.poll(() => pictureWidth(page)).toBe(64)
})

test('VID-07 the picture fills the screen: by button, double click and key, with controls and subtitles @anyscreen', async ({
  page,
}) => {
  await watch(page, /Harbour/, { enableSubtitle: true })
  await expect(video(page)).toBeVisible()
  const isFull = () => page.evaluate(() => document.fullscreenElement !== null)
  const openSubtitles = full(page).getByRole('button', { name: 'Subtitles', exact: true })
  await openSubtitles.focus()
  await page.keyboard.press('f')
  await expect.poll(isFull).toBe(true)
  // Paused, the controls stay.
  await page.keyboard.press('k')
  await expect.poll(() => isPaused(page)).toBe(true)
  const controls = full(page).getByRole('group', { name: 'Controls' })
  await expect(controls.getByRole('button', { name: 'Play', exact: true })).toBeInViewport({ ratio: 1 })
  await expect(full(page).getByText(lines[0])).toBeVisible()
  const subtitles = controls.getByRole('button', { name: 'Subtitles' })
  const accent = () => subtitles.evaluate((button) => getComputedStyle(button).color)
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect.poll(accent, 'the light accent on the dark veil').toBe('rgb(239, 185, 107)')
  }
  await expectAccessible(page)
  await page.keyboard.press('f')
  await expect.poll(isFull).toBe(false)
  await expect(openSubtitles).toBeFocused()

  await video(page).dblclick()
  await expect.poll(isFull).toBe(true)
  await full(page).getByRole('button', { name: 'Leave full screen' }).click()
  await expect.poll(isFull).toBe(false)
  await expect(full(page)).toBeVisible()
})

test('VID-07 where no element may fill the screen, as on an iPhone, the picture fills the window @anyscreen', async ({
  page,
}) => {
  await page.addInitScript(() => {
    delete (Element.prototype as Partial<Element>).requestFullscreen
    delete (Element.prototype as { webkitRequestFullscreen?: unknown }).webkitRequestFullscreen
  })
  await watch(page, /Harbour/)
  await expect(video(page)).toBeVisible()
  await page.keyboard.press('k')
  await expect.poll(() => isPaused(page)).toBe(true)
  await full(page).getByRole('button', { name: 'Full screen' }).click()
  const { width, height } = page.viewportSize()!
  const size = async () => (await video(page).boundingBox())!
  await expect.poll(size).toMatchObject({ x: 0, y: 0, width, height })
  await full(page).getByRole('button', { name: 'Leave full screen' }).click()
  await expect.poll(async () => (await size()).width).toBeLessThan(width)
})

test(
  'VID-08 VID-09 a small window shows the picture with subtitles, and gives it back',
  { tag: '@window' },
  async ({ page, context }) => {
    await watch(page, /Harbour/, { enableSubtitle: true })
    await expect(video(page)).toBeVisible()
    const opening = context.waitForEvent('page')
    await full(page).getByRole('button', { name: 'Show in a small window' }).click()
    const own = await opening
    await expect(own.locator('video')).toBeVisible()
    await expect(own.getByText(lines[0])).toBeVisible()
    await expect(full(page).getByText('The picture is in a small window.')).toBeVisible()
    await expect(full(page).getByRole('button', { name: 'Bring it back' })).toBeFocused()
    await full(page).getByRole('button', { name: 'Close the player' }).click()
    const time = () => own.locator('video').evaluate((element: HTMLVideoElement) => element.currentTime)
    const before = await time()
    await expect.poll(time).toBeGreaterThan(before)
    await own.getByRole('button', { name: 'Pause' }).click()
    await expect.poll(() => isPaused(page)).toBe(true)
    await bar(page).getByRole('button', { name: 'Open the player' }).click()
    await full(page).getByRole('button', { name: 'Bring it back' }).click()
    await expect(video(page)).toBeVisible()
    await expect.poll(() => pictureWidth(page)).toBe(64)
  },
)

test(
  'VID-08 VID-09 a browser without such windows shows the picture in its own, also while the player is closed',
  {
    tag: '@window',
  },
  async ({ page }) => {
    await page.addInitScript(() => Object.defineProperty(window, 'documentPictureInPicture', { value: undefined }))
    await watch(page, /Harbour/, { enableSubtitle: true })
    await expect(video(page)).toBeVisible()
    await full(page).getByRole('button', { name: 'Show in a small window' }).click()
    const isApart = () => page.evaluate(() => document.pictureInPictureElement === document.querySelector('video'))
    await expect.poll(isApart).toBe(true)
    const shownLine = () =>
      video(page).evaluate((element: HTMLVideoElement) => {
        const [track] = element.textTracks
        return (track?.activeCues?.[0] as VTTCue | undefined)?.text
      })
    await expect.poll(shownLine).toBe(lines[0])
    await full(page).getByRole('button', { name: 'Close the player' }).click()
    await expect(full(page)).toBeHidden()
    expect(await isApart()).toBe(true)
    await bar(page).getByRole('button', { name: 'Open the player' }).click()
    await full(page).getByRole('button', { name: 'Bring it back' }).click()
    await expect.poll(isApart).toBe(false)
    await expect(video(page)).toBeVisible()
  },
)
