import { expect, type Page } from './fixtures.ts'
import { bar, duration, expectMoving, expectPlaying, isPaused, playAlbum, position, stem, test } from './playing.ts'

const full = (page: Page) => page.getByRole('dialog', { name: 'Full player' })
const opener = (page: Page) => bar(page).getByRole('button', { name: 'Open the player' })

type Point = { x: number; y: number }

/** A finger that goes down at one point, on to another, and up. */
const swipe = (page: Page, from: Point, to: Point, beforeUp?: () => Promise<void>) => draw(page, [from, to], beforeUp)

/** A finger that goes down, along the points, and up: real touches, of which the browser makes the pointer's. */
async function draw(page: Page, [first, ...others]: Point[], beforeUp?: () => Promise<void>): Promise<void> {
  const client = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  let from = first!
  await send('touchStart', [from])
  for (const to of others) {
    for (let step = 1; step <= 8; step++) {
      const share = step / 8
      await send('touchMove', [{ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }])
    }
    from = to
  }
  await beforeUp?.()
  await send('touchEnd', [])
  await client.detach()
}

/** The bar, and a point on the track's name. */
async function places(page: Page, title: string) {
  const name = bar(page).getByText(title, { exact: true })
  await expect(name).toBeVisible()
  // What is hovered has come to rest.
  await name.hover({ trial: true })
  const whole = (await bar(page).boundingBox())!
  const box = (await name.boundingBox())!
  return { whole, at: { x: box.x + Math.min(box.width, 120) / 2, y: box.y + box.height / 2 } }
}

test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

test('PLY-07 a swipe up opens the full player, one down closes it; a touch that hardly moves does neither', async ({
  page,
}) => {
  const { tracks } = await playAlbum(page)
  const { at } = await places(page, stem(tracks[0]!))
  await swipe(page, at, { x: at.x, y: at.y - 12 })
  await swipe(page, at, { x: at.x + 4, y: at.y - 60 })
  await expect(full(page)).toBeVisible()
  await expectMoving(page)

  const cover = full(page).getByRole('heading', { name: stem(tracks[0]!) })
  await cover.hover({ trial: true })
  const box = (await cover.boundingBox())!
  const start = { x: box.x + 40, y: box.y + 10 }
  await swipe(page, start, { x: start.x, y: start.y + 90 })
  await expect(full(page)).toBeHidden()
  await expectMoving(page)
})

test('PLY-07 a sideways drag shows where it leads and seeks there, clamped to the track', async ({ page }) => {
  const { tracks } = await playAlbum(page)
  await bar(page).getByRole('button', { name: 'Pause' }).click()
  await expect.poll(() => isPaused(page)).toBe(true)
  const { whole, at } = await places(page, stem(tracks[0]!))
  const [before, end] = [await position(page), await duration(page)]
  await swipe(page, at, { x: at.x + whole.width * 0.4, y: at.y + 3 }, async () => {
    await expect(
      bar(page)
        .getByText(/^\d\d:\d\d$/)
        .first(),
    ).toBeVisible()
    expect(await position(page)).toBe(before)
  })
  await expect.poll(() => position(page)).toBeCloseTo(before + end * 0.4, 0)
  await expect(full(page)).toBeHidden()
  await swipe(page, { x: at.x + 60, y: at.y }, { x: at.x + 20, y: at.y })
  await expect.poll(() => position(page)).toBeLessThan(before + end * 0.38)
  expect(await isPaused(page)).toBe(true)
})

test('PLY-23 a finger further from the bar or the slider seeks more finely, and sees how fine', async ({ page }) => {
  const { tracks } = await playAlbum(page)
  await bar(page).getByRole('button', { name: 'Pause' }).click()
  await expect.poll(() => isPaused(page)).toBe(true)
  const { at } = await places(page, stem(tracks[0]!))
  const [before, end] = [await position(page), await duration(page)]
  // Sideways first, so that it is a drag, then up, then on to the edge: a tenth of the way, and no other track.
  const up = { x: at.x + 20, y: at.y - 180 }
  await draw(page, [at, { x: up.x, y: at.y }, up, { x: 388, y: up.y }], () =>
    expect(bar(page).getByText('Fine', { exact: true })).toBeVisible(),
  )
  const moved = (20 / 390 + (388 - up.x) / 3900) * end
  await expect.poll(() => position(page)).toBeCloseTo(before + moved, 0)
  await expect(bar(page).getByText(stem(tracks[0]!), { exact: true })).toBeVisible()

  await opener(page).click()
  const slider = full(page).getByRole('slider', { name: 'Position in the track' })
  await slider.click()
  await expect.poll(() => position(page)).toBeGreaterThan(end * 0.4)
  const middle = await position(page)
  const { x, y, width, height } = (await slider.boundingBox())!
  const thumb = { x: x + width / 2, y: y + height / 2 }
  await draw(page, [thumb, { x: thumb.x, y: thumb.y - 120 }, { x: x + width, y: thumb.y - 120 }], () =>
    expect(full(page).getByText('Quarter speed')).toBeVisible(),
  )
  await expect.poll(() => position(page)).toBeCloseTo(middle + end / 8, -0.5)
})

test('PLY-07 a drag that ends at the right edge is the next track, at the left edge the previous', async ({ page }) => {
  const { tracks } = await playAlbum(page)
  const { whole, at } = await places(page, stem(tracks[0]!))
  await swipe(page, at, { x: whole.x + whole.width - 12, y: at.y }, () =>
    expect(bar(page).getByText('Next track', { exact: true })).toBeVisible(),
  )
  await expectPlaying(page, tracks[1]!)
  await swipe(page, at, { x: whole.x + 8, y: at.y }, () =>
    expect(bar(page).getByText('Previous track', { exact: true })).toBeVisible(),
  )
  await expectPlaying(page, tracks[0]!)
})

test('NAV-09 Back while the full player is shown hides it, and the page stays, also the first one', async ({
  page,
}) => {
  await playAlbum(page)
  const address = page.url()
  await opener(page).click()
  await expect(full(page)).toBeVisible()
  await page.goBack()
  await expect(full(page)).toBeHidden()
  expect(page.url()).toBe(address)
  await expectMoving(page)
  await expect(page.getByRole('region', { name: 'Files' })).toBeVisible()

  // Closed in another way, it leaves nothing behind: the next Back is the page's.
  await page.getByRole('banner').getByRole('link').first().click()
  await expect(page.getByRole('article').first()).toBeVisible()
  await opener(page).click()
  await expect(full(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(full(page)).toBeHidden()
  await expect.poll(() => page.evaluate(() => Boolean(history.state?.playerIsOpen))).toBe(false)
  await page.goBack()
  await expect(page).toHaveURL(address)
  await expectMoving(page)
})

test('NAV-09 after a reload, what was open is closed, and Back is the page’s', async ({ page }) => {
  await playAlbum(page)
  const address = page.url()
  await opener(page).click()
  await expect(full(page)).toBeVisible()
  await full(page).getByRole('button', { name: 'Sound', exact: true }).click()
  await expect.poll(() => page.evaluate(() => history.state?.playerIsOpen)).toBe(2)
  await page.reload()
  await expect(opener(page)).toBeVisible()
  await expect(full(page)).toBeHidden()
  await expect.poll(() => page.evaluate(() => history.state?.playerIsOpen)).toBeUndefined()
  expect(page.url()).toBe(address)
  // Before the album, the test's page was a blank one.
  await page.goBack()
  await expect(page).toHaveURL('about:blank')
})

test('NAV-09 Back closes what lies on top, one after the other, and nothing beneath', async ({ page }) => {
  await playAlbum(page)
  const address = page.url()
  const sheet = page.getByRole('dialog', { name: 'Sound', exact: true })
  await opener(page).click()
  await full(page).getByRole('button', { name: 'Sound', exact: true }).click()
  await expect(sheet).toBeVisible()
  await page.goBack()
  await expect(sheet).toBeHidden()
  await expect(full(page)).toBeVisible()
  await page.goBack()
  await expect(full(page)).toBeHidden()
  expect(page.url()).toBe(address)
  await expectMoving(page)
})
