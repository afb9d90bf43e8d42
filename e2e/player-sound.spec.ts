import { expect, expectAccessible, type Page } from './fixtures.ts'
import { hydrated } from './hydrated.ts'
import { listenIn } from './listen-in.ts'
import { bar, expectMoving, isPaused, playAlbum, position, settleHistory, showAllControls, test } from './playing.ts'

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Sound', exact: true })
const volume = (page: Page) => sheet(page).getByRole('slider', { name: 'Volume' })
const audio = <T>(page: Page, read: (element: HTMLAudioElement) => T) =>
  page.locator('audio').evaluate(read as (element: SVGElement | HTMLElement) => T)

async function openSheet(page: Page): Promise<void> {
  await showAllControls(page)
  await bar(page).getByRole('button', { name: 'Sound', exact: true }).click()
  await expect(sheet(page)).toBeVisible()
}

test(
  'PLY-05 above 100 % the listener is warned once a session, then a gain node amplifies what is heard',
  { tag: '@anyscreen' },
  async ({ page, context }) => {
    await listenIn(page)
    await playAlbum(page)
    await openSheet(page)
    await expect(volume(page)).toHaveAttribute('max', '100')
    await volume(page).fill('100')
    expect(await page.evaluate(() => window.heard.length), 'no amplifier before it is needed').toBe(0)

    const louder = sheet(page).getByRole('button', { name: 'Louder than 100%' })
    await louder.click()
    const warning = sheet(page).getByRole('alert')
    await expect(warning).toContainText('harm your hearing')
    await expect(warning).toContainText('distorts')
    await expectAccessible(page)
    await warning.getByRole('button', { name: 'Stay at 100%' }).click()
    await expect(volume(page)).toHaveAttribute('max', '100')
    await louder.click()
    // In a low window the warning is scrolled to; the slider is there again afterwards, below the sheet's title.
    const size = page.viewportSize()!
    await page.setViewportSize({ ...size, height: 420 })
    await warning.getByRole('button', { name: 'Allow up to 300%' }).click()
    await expect(volume(page)).toBeFocused()
    const title = (await sheet(page).getByRole('heading', { name: 'Sound', exact: true }).boundingBox())!
    await expect.poll(async () => (await volume(page).boundingBox())!.y).toBeGreaterThanOrEqual(title.y + title.height)
    await page.setViewportSize(size)
    await volume(page).fill('200')
    await expect
      .poll(() => page.evaluate(() => window.heard.map(({ gain }) => gain.value)))
      .toEqual([expect.closeTo(2, 1)])
    expect(await audio(page, (element) => element.volume)).toBe(1)
    await expect.poll(() => page.evaluate(() => window.heard[0]!.loudest())).toBeGreaterThan(0.001)
    await volume(page).fill('40')
    await expect
      .poll(() => page.evaluate(() => window.heard.map(({ gain }) => gain.value)))
      .toEqual([expect.closeTo(1, 1)])
    await expect.poll(() => audio(page, (element) => element.volume)).toBe(0.4)

    await volume(page).fill('250')
    await page.keyboard.press('Escape')
    const inBar = bar(page).getByRole('slider', { name: 'Volume' })
    if (await inBar.isVisible()) await expect(bar(page).getByText('250%')).toBeVisible()
    // Nothing begins louder than it was made, not even in the session in which that was allowed.
    await settleHistory(page)
    await page.reload()
    await bar(page).getByRole('button', { name: 'Play', exact: true }).click()
    await expectMoving(page)
    expect(await page.evaluate(() => window.heard.length)).toBe(0)
    expect(await audio(page, (element) => element.volume)).toBe(1)
    await expect(bar(page).getByText('250%')).toBeHidden()
    await openSheet(page)
    await expect(volume(page)).toHaveValue('100')

    // Another session: the question is asked again.
    const another = await context.newPage()
    await another.goto('/works')
    await openSheet(another)
    await expect(volume(another)).toHaveValue('100')
    await expect(sheet(another).getByRole('button', { name: 'Louder than 100%' })).toBeVisible()
  },
)

test('PLY-06 a control that is held plays at twice the speed until it is let go, and is not tapped', async ({
  page,
}) => {
  await playAlbum(page)
  await showAllControls(page)
  for (const name of ['Forward 30 seconds', 'Pause']) {
    const before = await position(page)
    const button = bar(page).getByRole('button', { name })
    await button.hover()
    await page.mouse.down()
    await expect.poll(() => audio(page, ({ playbackRate }) => playbackRate)).toBe(2)
    await expectMoving(page)
    await page.mouse.up()
    await expect.poll(() => audio(page, ({ playbackRate }) => playbackRate)).toBe(1)
    await audio(page, (element) => (element.playbackRate = 0.25))
    expect(await isPaused(page)).toBe(false)
    expect(await position(page)).toBeLessThan(before + 25)
  }
  await bar(page).getByRole('button', { name: 'Pause' }).click()
  await expect.poll(() => isPaused(page)).toBe(true)
})

test(
  'PLY-06 the speed is chosen, voices keep their pitch, and it survives a reload',
  { tag: '@anyscreen' },
  async ({ page }) => {
    await playAlbum(page)
    await openSheet(page)
    await sheet(page).getByRole('radio', { name: '1.5×' }).check()
    await expect
      .poll(() => audio(page, ({ playbackRate, preservesPitch }) => [playbackRate, preservesPitch]))
      .toEqual([1.5, true])
    await page.reload()
    await openSheet(page)
    await expect(sheet(page).getByRole('radio', { name: '1.5×' })).toBeChecked()
    await expect.poll(() => audio(page, ({ defaultPlaybackRate }) => defaultPlaybackRate)).toBe(1.5)
  },
)

test('PLY-06 the seek steps are set in the settings', { tag: '@anyscreen' }, async ({ page }) => {
  await playAlbum(page)
  await bar(page).getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('group', { name: 'Skip back by' }).getByRole('radio', { name: '3 s', exact: true }).check()
  await page.getByRole('group', { name: 'Skip forward by' }).getByRole('radio', { name: '10 s', exact: true }).check()
  await showAllControls(page)
  const before = await position(page)
  await bar(page).getByRole('button', { name: 'Forward 10 seconds' }).click()
  await expect.poll(() => position(page)).toBeCloseTo(before + 10, 0)
  await bar(page).getByRole('button', { name: 'Back 3 seconds' }).click()
  await expect.poll(() => position(page)).toBeCloseTo(before + 7, 0)
})

test('PLY-11 PLY-17 NAV-07 the sleep timer opens from the menu, is set, added to, survives a reload and is turned off', async ({
  page,
}) => {
  await page.goto('/works')
  await hydrated(page)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sleep timer' }).click()
  const timer = page.getByRole('dialog', { name: 'Sleep timer' })
  const state = timer.getByRole('region', { name: 'Sleep timer' }).getByRole('status')
  await expect(state).toHaveText('Off')
  const left = () =>
    page.evaluate(() => (JSON.parse(sessionStorage.getItem('player-sleep')!).untilMs - Date.now()) / 60_000)
  await timer.getByRole('button', { name: '+10 min' }).click()
  await expect(state).toHaveText(/^Fades out and pauses at \d/)
  expect(await left()).toBeCloseTo(10, 0)
  await timer.getByRole('button', { name: '+60 min' }).click()
  await expect.poll(left).toBeGreaterThan(68)
  // Any other time: typed, and sent with the keyboard.
  const minutes = timer.getByRole('textbox', { name: 'Minutes from now' })
  await minutes.fill('')
  await minutes.press('Enter')
  await expect(minutes).toHaveAccessibleDescription('Enter a whole number from 1 to 1440.')
  await minutes.fill('125')
  await minutes.press('Enter')
  await expect.poll(left).toBeCloseTo(125, 0)
  const clock = timer.getByRole('textbox', { name: 'Clock time' })
  await clock.fill('03:05')
  await timer.getByRole('button', { name: 'Set Clock time' }).click()
  await expect(state).toHaveText(/^Fades out and pauses at 03:05/)
  await expectAccessible(page)
  // The fields are beside each other; in a low window one that gets the focus stands clear of the sheet's edge.
  expect((await clock.boundingBox())!.y).toBe((await minutes.boundingBox())!.y)
  const size = page.viewportSize()!
  await page.setViewportSize({ ...size, height: 420 })
  await minutes.focus()
  await timer.getByRole('button', { name: '+10 min' }).focus()
  await clock.focus()
  const edge = async () => {
    const [sheetBox, box] = [(await timer.boundingBox())!, (await clock.boundingBox())!]
    return sheetBox.y + sheetBox.height - box.y - box.height
  }
  await expect.poll(edge).toBeGreaterThanOrEqual(32)
  await page.setViewportSize(size)

  await page.reload()
  await hydrated(page)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sleep timer' }).click()
  await expect(state).toHaveText(/^Fades out and pauses at \d/)
  await timer.getByRole('button', { name: 'Turn off' }).click()
  await expect(state).toHaveText('Off')
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('player-sleep'))).toBe('{"kind":"off"}')
})

test(
  'PLY-11 PLY-21 when the time has come the sound fades, then pauses a little before the fade, with the volume as it was',
  { tag: '@anyscreen' },
  async ({ page }) => {
    await page.clock.install()
    await playAlbum(page)
    await showAllControls(page)
    await page.evaluate(() =>
      sessionStorage.setItem('player-sleep', JSON.stringify({ kind: 'until', untilMs: Date.now() + 600_000 })),
    )
    await page.reload()
    await bar(page).getByRole('button', { name: 'Play', exact: true }).click()
    await expectMoving(page)
    const moon = bar(page).getByRole('button', { name: /^Sleep timer: Fades out and pauses at \d/ })
    await expect(moon).toHaveText(/^\d\d:\d\d$/)
    await expect(bar(page).getByText('The sleep timer pauses playback in less than a minute.')).toBeHidden()
    await audio(page, (element) => {
      element.addEventListener('volumechange', () => {
        const quietest = Number(element.dataset.quietest ?? 1)
        element.dataset.quietest = String(Math.min(quietest, element.volume))
      })
    })
    await page.clock.fastForward(
      await page.evaluate(() => JSON.parse(sessionStorage.getItem('player-sleep')!).untilMs - Date.now() - 6_000),
    )
    await expect(bar(page).getByText('The sleep timer pauses playback in less than a minute.')).toBeVisible()
    await expect(bar(page).getByRole('button', { name: '+10 min' })).toBeVisible()
    await expect.poll(() => isPaused(page)).toBe(true)
    expect(Number(await audio(page, ({ dataset }) => dataset.quietest))).toBeLessThan(0.6)
    await expect.poll(() => position(page)).toBeLessThan(1)
    await expect(bar(page).getByRole('button', { name: 'Sleep timer', exact: true })).toHaveText('')
    await expect.poll(() => audio(page, (element) => element.volume)).toBe(1)
    await expect(bar(page).getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  },
)
