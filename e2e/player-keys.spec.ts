import { expect, expectAccessible, type Page } from './fixtures.ts'
import { hydrated } from './hydrated.ts'
import { bar, duration, expectMoving, expectPlaying, isPaused, playAlbum, position, stem, test } from './playing.ts'

const seekBar = (page: Page) => bar(page).getByRole('slider', { name: 'Position in the track' })
const playButton = (page: Page) => bar(page).getByRole('button', { name: 'Play', exact: true })
const night = (page: Page) => page.getByRole('dialog', { name: 'Screen saver' })

declare global {
  interface Window {
    actions: Map<string, (details: MediaSessionActionDetails) => void>
    locks: WakeLockSentinel[]
  }
}

/** Keeps what the page tells the system to call when its keys are pressed, as the system would. */
async function beTheSystem(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.actions = new Map()
    const original = MediaSession.prototype.setActionHandler
    MediaSession.prototype.setActionHandler = function setActionHandler(this: MediaSession, action, handler) {
      original.call(this, action, handler)
      if (handler) window.actions.set(action, handler)
    }
  })
}

test(
  'PLY-10 the system shows the track with its cover, and its keys play, pause, seek and go on',
  { tag: '@anyscreen' },
  async ({ page }) => {
    await beTheSystem(page)
    const { work, tracks } = await playAlbum(page)
    const press = (action: MediaSessionAction, details: Partial<MediaSessionActionDetails> = {}) =>
      page.evaluate(([name, more]) => window.actions.get(name)!({ action: name, ...more }), [action, details] as const)
    const shown = () =>
      page.evaluate(() => {
        const { metadata, playbackState } = navigator.mediaSession
        return [metadata?.title, metadata?.artist, metadata?.album, playbackState]
      })
    await expect.poll(shown).toEqual([stem(tracks[0]!), work.circle.name, work.title, 'playing'])
    const cover = await page.evaluate(() => navigator.mediaSession.metadata!.artwork[0]!.src)
    expect((await page.request.get(cover)).headers()['content-type']).toMatch(/^image\//)

    await press('pause')
    await expect.poll(() => isPaused(page)).toBe(true)
    await expect.poll(shown).toEqual([stem(tracks[0]!), work.circle.name, work.title, 'paused'])
    await press('seekto', { seekTime: 10 })
    await expect.poll(() => position(page)).toBe(10)
    await press('seekbackward')
    await expect.poll(() => position(page)).toBe(5)
    await press('seekforward', { seekOffset: 7 })
    await expect.poll(() => position(page)).toBe(12)
    await press('play')
    await expectMoving(page)
    await press('nexttrack')
    await expectPlaying(page, tracks[1]!)
    await expect.poll(shown).toEqual([stem(tracks[1]!), work.circle.name, work.title, 'playing'])
    await press('previoustrack')
    await expectPlaying(page, tracks[0]!)
  },
)

test(
  'PLY-10 single keys command the player, ? shows them, and what is written is left alone',
  { tag: '@anyscreen' },
  async ({ page }) => {
    const { tracks } = await playAlbum(page)
    await expect(seekBar(page)).toBeVisible()
    // Nothing that answers to keys has the focus.
    await page.getByRole('main').focus()
    await page.keyboard.press('k')
    await expect.poll(() => isPaused(page)).toBe(true)
    await page.keyboard.press('0')
    const before = await position(page)
    await page.keyboard.press('l')
    await expect.poll(() => position(page)).toBeCloseTo(Math.min(before + 30, await duration(page)), 0)
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => position(page)).toBeLessThan(before + 28)
    await page.keyboard.press(' ')
    await expectMoving(page)
    await page.keyboard.press('Shift+N')
    await expectPlaying(page, tracks[1]!)
    await page.keyboard.press('m')
    await expect.poll(() => page.locator('audio').evaluate(({ muted }: HTMLAudioElement) => muted)).toBe(true)
    await page.keyboard.press('m')
    await page.keyboard.press('-')
    await expect.poll(() => page.locator('audio').evaluate(({ volume }: HTMLAudioElement) => volume)).toBeCloseTo(0.95)

    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(help.getByText('Play or pause')).toBeVisible()
    await expectAccessible(page)
    // A dialog that asks for something is not commanded past.
    await page.keyboard.press('k')
    await page.keyboard.press('Escape')
    await expect(help).toBeHidden()
    await expectMoving(page)

    await page.keyboard.press('f')
    const full = page.getByRole('dialog', { name: 'Full player' })
    await expect(full).toBeVisible()
    await page.keyboard.press('k')
    await expect.poll(() => isPaused(page)).toBe(true)
    await page.keyboard.press('Escape')
    await expect(full).toBeHidden()

    await page.evaluate(() =>
      document.querySelector('main')!.insertAdjacentHTML('afterbegin', '<input aria-label="Notes">'),
    )
    const notes = page.getByRole('textbox', { name: 'Notes' })
    await notes.pressSequentially('kknm?')
    await expect(notes).toHaveValue('kknm?')
    expect(await isPaused(page)).toBe(true)
    await expectPlayingSource(page, tracks[1]!.hash)

    await page.getByRole('main').focus()
    await page.keyboard.press('?')
    await help.getByRole('checkbox', { name: 'Single-key shortcuts' }).uncheck()
    await page.keyboard.press('Escape')
    await page.keyboard.press('k')
    await expect(playButton(page)).toBeVisible()
    expect(await isPaused(page)).toBe(true)
  },
)

const expectPlayingSource = (page: Page, hash: string) =>
  expect.poll(() => page.locator('audio').evaluate(({ src }: HTMLAudioElement) => src)).toContain(hash)

/** Chosen on the settings screen, as a visitor does. */
async function keepScreenOn(page: Page): Promise<void> {
  await page.goto('/settings')
  await hydrated(page)
  await page.getByRole('checkbox', { name: 'Keep the screen on' }).check()
}

test(
  'PLY-10 the screen is kept on while it plays, and again after the page was hidden',
  { tag: '@window' },
  async ({ page }) => {
    await page.addInitScript(() => {
      window.locks = []
      // The blank page before the first has none.
      if (!('WakeLock' in globalThis)) return
      const original = WakeLock.prototype.request
      WakeLock.prototype.request = async function request(this: WakeLock, type) {
        const lock = await original.call(this, type)
        window.locks.push(lock)
        return lock
      }
    })
    await keepScreenOn(page)
    const held = () => page.evaluate(() => window.locks.filter(({ released }) => !released).length)
    await playAlbum(page)
    await expect.poll(held).toBe(1)
    await bar(page).getByRole('button', { name: 'Pause' }).click()
    await expect.poll(held).toBe(0)
    await playButton(page).click()
    await expect.poll(held).toBe(1)
    // The browser takes the lock of a hidden page.
    await page.evaluate(async () => {
      for (const lock of window.locks) await lock.release()
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await expect.poll(held).toBe(1)
  },
)

test('PLY-12 after a minute without a touch the screen goes dark; any input leaves it and does nothing else', async ({
  page,
}) => {
  await page.clock.install()
  await keepScreenOn(page)
  await playAlbum(page)
  await expect(seekBar(page)).toBeVisible()
  await bar(page).getByRole('button', { name: 'Pause' }).hover({ trial: true })
  const button = (await bar(page).getByRole('button', { name: 'Pause' }).boundingBox())!
  const inputs: Record<string, () => Promise<void>> = {
    // Keys and taps that would pause.
    'a key': () => page.keyboard.press('k'),
    'a tap': () =>
      page.viewportSize()!.width < 600
        ? page.touchscreen.tap(button.x + button.width / 2, button.y + button.height / 2)
        : page.mouse.click(button.x + button.width / 2, button.y + button.height / 2),
  }
  for (const [name, input] of Object.entries(inputs)) {
    await page.clock.fastForward('01:01')
    await expect(night(page), `before ${name}`).toBeVisible()
    if (name === 'a key') await expectAccessible(page)
    await input()
    await expect(night(page)).toBeHidden()
    await expectMoving(page)
  }
})
