import { expect, expectAccessible, type Page } from './fixtures.ts'
import {
  bar,
  duration,
  expectMoving,
  expectPlaying,
  isPaused,
  playAlbum,
  position,
  settleHistory,
  stem,
  test,
} from './playing.ts'

const opener = (page: Page) => bar(page).getByRole('button', { name: 'Open the player' })
const full = (page: Page) => page.getByRole('dialog', { name: 'Full player' })

/** Pixels between the volume's slider and the button beside it, which shows the quality. */
async function gapBeside(page: Page): Promise<number> {
  const slider = (await full(page).getByRole('slider', { name: 'Volume' }).boundingBox())!
  const button = (await full(page)
    .getByRole('button', { name: /^Sound quality/ })
    .boundingBox())!
  return button.x - (slider.x + slider.width)
}

function colours(canvas: HTMLCanvasElement): number {
  const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
  return new Set(new Uint32Array(data.buffer)).size
}

function filtered(): string[] {
  const elements = [...document.querySelectorAll('body, body *')]
  const isFiltered = (style: CSSStyleDeclaration) =>
    [style.filter, style.backdropFilter].some((value) => value.includes('blur'))
  return elements.filter((element) => isFiltered(getComputedStyle(element))).map(({ outerHTML }) => outerHTML)
}

async function openFull(page: Page): Promise<void> {
  await opener(page).click()
  await expect(full(page)).toBeVisible()
}

/** The queue of the full player: beside the cover on a wide screen, behind a button on a phone. */
async function openQueue(page: Page) {
  await openFull(page)
  const button = full(page).getByRole('button', { name: 'Queue', exact: true })
  const queue = full(page).getByRole('region', { name: 'Queue' })
  await expect(button.or(queue)).toBeVisible()
  if (await button.isVisible()) await button.click()
  await expect(queue).toBeVisible()
  return queue
}

test('PLY-01 WRK-19 the full player opens from the cover, plays, pauses and seeks, and gives the focus back', async ({
  page,
}) => {
  const { work, tracks } = await playAlbum(page, 3)
  await openFull(page)
  await expect(full(page).getByRole('heading', { name: stem(tracks[0]!) })).toBeVisible()
  await expect(full(page).getByRole('link', { name: work.title })).toBeVisible()
  const cover = full(page).locator('img[width="560"]')
  await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  // Behind both the player and the work's page.
  await expect(page.locator('canvas[data-drawn]')).toHaveCount(2)
  for (const canvas of await page.locator('canvas[data-drawn]').all()) {
    expect(await canvas.evaluate(colours), 'of the blurred cover').toBeGreaterThan(50)
  }
  expect(await page.evaluate(filtered), 'filters that are computed for each frame').toEqual([])

  await full(page).getByRole('button', { name: 'Pause' }).click()
  await expect.poll(() => isPaused(page)).toBe(true)
  const seek = full(page).getByRole('slider', { name: 'Position in the track' })
  // A click waits until the player has come to rest, and is on the middle of what it is on.
  await seek.click()
  await expect.poll(() => position(page)).toBeGreaterThan((await duration(page)) * 0.4)
  await full(page).getByRole('button', { name: 'Play', exact: true }).click()
  await expectMoving(page)
  await full(page).getByRole('button', { name: 'Next track' }).click()
  await expectPlaying(page, tracks[1]!)
  await expect(full(page).getByRole('heading', { name: stem(tracks[1]!) })).toBeVisible()

  for (const close of [
    () => page.keyboard.press('Escape'),
    () => full(page).getByRole('button', { name: 'Close the player' }).click(),
  ]) {
    await close()
    await expect(full(page)).toBeHidden()
    await expect(opener(page)).toBeFocused()
    await opener(page).press('Enter')
    await expect(full(page)).toBeVisible()
  }
  await expectMoving(page)
})

test('PLY-01 the full player that is asked for in the moment of its closing opens again', async ({ page }) => {
  await playAlbum(page)
  await openFull(page)
  await opener(page).evaluate((button: HTMLElement) => {
    document.querySelector('dialog')!.close()
    button.click()
  })
  await expect(full(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(full(page)).toBeHidden()
  await expect(opener(page)).toBeFocused()
})

test('PLY-01 the link to the work closes the full player, the sound goes on, and Back leads to the page before', async ({
  page,
}) => {
  const { work, tracks } = await playAlbum(page, 3)
  await page.getByRole('banner').getByRole('link').first().click()
  await expect(page.getByRole('article').first()).toBeVisible()
  await openFull(page)
  await full(page).getByRole('link', { name: work.title }).click()
  await expect(full(page)).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: work.title })).toBeVisible()
  await expectPlaying(page, tracks[0]!)

  // Already there: it only closes, and Back is as it was.
  const address = page.url()
  await openFull(page)
  await full(page).getByRole('link', { name: work.title }).click()
  await expect(full(page)).toBeHidden()
  await expect(page).toHaveURL(address)
  await settleHistory(page)
  await page.goBack()
  await expect(page).toHaveURL(/\/works/)
  await expect(page.getByRole('article').first()).toBeVisible()
  await expectMoving(page)
})

test('PLY-01 everything of the full player is on the screen, in both layouts and when the phone is turned; the layout is kept', async ({
  page,
}) => {
  await playAlbum(page, 3)
  await openFull(page)
  const layout = full(page).getByRole('combobox', { name: 'Layout' })
  await expect(layout).toHaveValue('new')
  const { width, height } = page.viewportSize()!
  const sizes =
    width < height
      ? [
          { width, height },
          { width: 320, height: 568 },
          { width: height, height: width },
        ]
      : [{ width, height }]
  for (const size of sizes) {
    await page.setViewportSize(size)
    for (const style of ['Classic', 'Large cover']) {
      await layout.selectOption(style)
      await expect(full(page).locator('img[width="560"]')).toBeInViewport({ ratio: 1 })
      for (const name of [/^Back/, 'Pause', /^Forward/, 'Mute', /^Play mode/])
        await expect(full(page).getByRole('button', { name })).toBeInViewport({ ratio: 1 })
      await expect.poll(() => gapBeside(page), 'pixels between volume and quality').toBeGreaterThanOrEqual(0)
      const wider = () =>
        full(page).evaluate((dialog) => {
          const parts = [...dialog.querySelectorAll<HTMLElement>('div')]
          const scrolling = parts.filter((part) => getComputedStyle(part).overflowX === 'auto')
          return Math.max(...[dialog, ...scrolling].map((part) => part.scrollWidth - part.clientWidth))
        })
      await expect.poll(wider, 'pixels beyond the window or a part of it').toBe(0)
    }
  }

  // Classic has its controls above the titles; what was chosen is kept over a reload.
  await page.setViewportSize({ width, height })
  const title = full(page).getByRole('heading', { level: 2 }).filter({ hasNotText: 'Queue' })
  const controlsAreAbove = async () => {
    const [button, heading] = [
      await full(page).getByRole('button', { name: 'Pause' }).boundingBox(),
      await title.boundingBox(),
    ]
    return button !== null && heading !== null && button.y < heading.y
  }
  await expect.poll(controlsAreAbove).toBe(false)
  await layout.selectOption('Classic')
  await expect.poll(controlsAreAbove).toBe(true)
  await playAlbum(page, 3)
  await openFull(page)
  await expect(layout).toHaveValue('classic')
  await expect.poll(controlsAreAbove).toBe(true)
  await layout.selectOption('Large cover')
  await expect.poll(controlsAreAbove).toBe(false)
})

test(
  'PLY-02 the arrow keys on a handle move a track, which is said, and it then plays in its new place; emptying the queue closes all',
  { tag: '@anyscreen' },
  async ({ page }) => {
    const { tracks } = await playAlbum(page, 3)
    const queue = await openQueue(page)
    const second = queue.getByRole('button', { name: `Move ${stem(tracks[1]!)}`, exact: true })
    await second.press('ArrowDown')
    await expect(queue.getByRole('listitem').nth(2)).toContainText(stem(tracks[1]!))
    await expect(queue.getByRole('status')).toHaveText(`${stem(tracks[1]!)} is now number 3 of ${tracks.length}`)
    await expect(second).toBeFocused()
    for (const place of [1, 0]) {
      await page.keyboard.press('ArrowUp')
      await expect(queue.getByRole('listitem').nth(place)).toContainText(stem(tracks[1]!))
      await expect(second).toBeFocused()
    }
    await page.keyboard.press('ArrowUp')
    await expect(queue.getByRole('listitem').first()).toContainText(stem(tracks[1]!))

    // The first has become the second and sounds on; the third follows it.
    await expect(queue.locator('[aria-current]')).toContainText(stem(tracks[0]!))
    await expectPlaying(page, tracks[0]!)
    await full(page).getByRole('button', { name: 'Next track' }).click()
    await expectPlaying(page, tracks[2]!)

    // Emptied, there is nothing to show: it closes and leads back to the page.
    await queue.getByRole('button', { name: 'Clear' }).click()
    await expect(full(page)).toBeHidden()
    await expect(page.getByRole('main')).toBeFocused()
  },
)

test(
  'PLY-02 a track that is dragged by its handle plays where it was let go',
  { tag: '@anyscreen' },
  async ({ page }) => {
    const { tracks } = await playAlbum(page, 3)
    const queue = await openQueue(page)
    const third = queue.getByRole('button', { name: `Move ${stem(tracks[2]!)}`, exact: true })
    await third.click({ trial: true })
    const from = (await third.boundingBox())!
    const to = (await queue.getByRole('listitem').nth(1).boundingBox())!
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
    await page.mouse.down()
    await page.mouse.move(from.x + from.width / 2, to.y + to.height / 2, { steps: 6 })
    await expect(queue.getByRole('listitem').nth(2), 'it is in the same place until it is let go').toContainText(
      stem(tracks[2]!),
    )
    await page.mouse.up()
    await expect(queue.getByRole('listitem').nth(1)).toContainText(stem(tracks[2]!))
    await expect(queue.getByRole('listitem').nth(2)).toContainText(stem(tracks[1]!))
    await expectPlaying(page, tracks[0]!)
    await full(page).getByRole('slider', { name: 'Position in the track' }).press('End')
    await expectPlaying(page, tracks[2]!)
  },
)

test.describe('by touch', () => {
  test.use({ hasTouch: true })

  test('PLY-02 a finger on a handle moves the track and does not scroll the list', async ({ page }) => {
    const { tracks } = await playAlbum(page, 3)
    const queue = await openQueue(page)
    const handle = queue.getByRole('button', { name: `Move ${stem(tracks[0]!)}`, exact: true })
    // The player comes up in a movement: where the handle is counts once it has come to rest.
    await handle.click({ trial: true })
    const first = (await handle.boundingBox())!
    const second = (await queue.getByRole('listitem').nth(1).boundingBox())!
    const [x, startY, endY] = [first.x + first.width / 2, first.y + first.height / 2, second.y + second.height / 2]
    const touch = await page.context().newCDPSession(page)
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y: startY }] })
    for (const share of [0.3, 0.6, 1]) {
      const y = startY + (endY - startY) * share
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y }] })
    }
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect(queue.getByRole('listitem').nth(1)).toContainText(stem(tracks[0]!))
    await expectPlaying(page, tracks[0]!)
  })
})

test('PLY-01 PLY-02 axe finds nothing in the full player and its queue, of which Escape closes the queue first', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await playAlbum(page, 3)
  await openFull(page)
  for (const style of ['Large cover', 'Classic']) {
    await full(page).getByRole('combobox', { name: 'Layout' }).selectOption(style)
    await expectAccessible(page)
  }
  const button = full(page).getByRole('button', { name: 'Queue', exact: true })
  await button.click()
  const queue = full(page).getByRole('region', { name: 'Queue' })
  await expect(queue).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(queue).toBeHidden()
  await expect(button).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(full(page)).toBeHidden()
})
