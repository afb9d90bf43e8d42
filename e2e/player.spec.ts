import { expect, expectAccessible, type Page } from './fixtures.ts'
import { hydrated } from './hydrated.ts'
import {
  bar,
  duration,
  expectMoving,
  expectPlaying,
  fileTree as tree,
  findAlbum,
  folderUrl,
  isPaused,
  playAlbum,
  position,
  row,
  showAllControls,
  source,
  stem,
  test,
} from './playing.ts'

const seekBar = (page: Page) => bar(page).getByRole('slider', { name: 'Position in the track' })

test('PLY-01 a work found in the library plays, is sought in, and sounds on while other pages are read', async ({
  page,
}) => {
  const { work } = await findAlbum(page)
  await page.goto('/works')
  await hydrated(page)
  await page.getByRole('heading', { name: work.title, exact: true }).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: work.title })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()

  await expect(bar(page).getByRole('link', { name: work.title })).toBeVisible()
  await expectMoving(page)
  await expect(page.getByRole('main').getByRole('button', { name: 'Pause' })).toBeVisible()

  const playing = await source(page)
  // A click is on the middle of what it is on.
  await seekBar(page).click()
  await expect.poll(() => position(page)).toBeGreaterThan((await duration(page)) * 0.4)
  await expectMoving(page)

  // By links, as a visitor goes: another document would be silent.
  await page.getByRole('banner').getByRole('link').first().click()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expectMoving(page)
  await bar(page).getByRole('link', { name: work.title }).click()
  await expect(page.getByRole('heading', { level: 1, name: work.title })).toBeVisible()
  await expectMoving(page)
  expect(await source(page)).toBe(playing)

  await page.getByRole('main').getByRole('button', { name: 'Pause' }).click()
  await expect.poll(() => isPaused(page)).toBe(true)
  await expect(page.getByRole('main').getByRole('button', { name: 'Continue' })).toBeVisible()
})

test('PLY-01 while the position is dragged the target shows and the sound goes on; it is sought on release', async ({
  page,
}) => {
  await playAlbum(page)
  // Where the bar is counts once it has come to rest.
  await seekBar(page).hover({ trial: true })
  const box = (await seekBar(page).boundingBox())!
  const end = await duration(page)
  const y = box.y + box.height / 2
  await page.mouse.move(box.x + box.width * 0.2, y)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.99, y, { steps: 5 })
  const target = (await seekBar(page).locator('xpath=following-sibling::span').boundingBox())!
  expect(target.width, 'one line, as near to the end as it may be').toBeGreaterThan(target.height)
  await page.mouse.move(box.x + box.width * 0.8, y, { steps: 5 })
  await expect.poll(async () => Number(await seekBar(page).inputValue())).toBeGreaterThan(end * 0.7)
  await expectMoving(page)
  expect(await position(page)).toBeLessThan(end * 0.7)
  await page.mouse.up()
  await expect.poll(() => position(page)).toBeGreaterThan(end * 0.7)
})

test('PLY-02 the queue: next, previous, a track by choice, and removing the current one pauses at the first', async ({
  page,
}) => {
  const { tracks } = await playAlbum(page)
  const [first, second] = [tracks[0]!, tracks[1]!]
  await showAllControls(page)
  const previous = bar(page).getByRole('button', { name: 'Previous track' })
  await expect(previous).toHaveAttribute('aria-disabled', 'true')

  await bar(page).getByRole('button', { name: 'Next track' }).click()
  await expectPlaying(page, second)
  await expect(row(page, second)).toHaveAttribute('aria-current', 'true')
  await previous.click()
  await expectPlaying(page, first)

  const scrolled = await page.evaluate(() => scrollY)
  await bar(page).getByRole('button', { name: 'Queue', exact: true }).click()
  const queue = page.getByRole('dialog', { name: 'Queue' })
  await expect(queue.getByRole('listitem')).toHaveCount(tracks.length)
  await expect(queue.locator('[aria-current]')).toBeFocused()
  expect(await page.evaluate(() => scrollY), 'the page stays where it is').toBe(scrolled)
  await queue.getByRole('listitem').nth(1).getByRole('button').first().click()
  await expectPlaying(page, second)

  await queue.getByRole('button', { name: `Remove ${stem(second)} from the queue` }).click()
  await expect(queue.getByRole('listitem')).toHaveCount(tracks.length - 1)
  await expect(queue.getByRole('listitem').first().getByRole('button').first()).toHaveAttribute('aria-current', 'true')
  await expect.poll(() => isPaused(page)).toBe(true)

  await queue.getByRole('button', { name: 'Clear' }).click()
  await expect(bar(page)).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
  await expect.poll(() => source(page)).toBe('')
})

test('PLY-02 PLY-03 PLY-06 the mode button names all modes; a track that ends is followed; the seek buttons; paused at the end it stays', async ({
  page,
}) => {
  const { tracks } = await playAlbum(page, 3)
  await showAllControls(page)
  await test.step('the mode button goes round all modes and names each', async () => {
    for (const mode of ['In order', 'Repeat all', 'Repeat one', 'Shuffle'])
      await bar(page)
        .getByRole('button', { name: `Play mode: ${mode}` })
        .click()
    await expect(bar(page).getByRole('button', { name: 'Play mode: In order' })).toBeVisible()
  })

  await test.step('a track that ends is followed by the next', async () => {
    await seekBar(page).press('End')
    await expectPlaying(page, tracks[1]!)
  })

  await bar(page).getByRole('button', { name: 'Pause' }).click()
  await expect.poll(() => isPaused(page)).toBe(true)
  await test.step('the seek buttons go back 5 and forward 30 seconds', async () => {
    await seekBar(page).press('Home')
    await seekBar(page).press('PageUp')
    const after = Math.min(30, await duration(page))
    await expect.poll(() => position(page)).toBeCloseTo(after, 0)
    await bar(page).getByRole('button', { name: 'Back 5 seconds' }).click()
    await expect.poll(() => position(page)).toBeCloseTo(after - 5, 0)
  })

  await test.step('a paused track that is sought to its end stays there', async () => {
    const ended = page
      .locator('audio')
      .evaluate((audio) => new Promise<void>((resolve) => audio.addEventListener('seeked', () => resolve())))
    await page.locator('audio').evaluate((audio: HTMLAudioElement) => (audio.currentTime = audio.duration))
    await ended
    await expect(bar(page).getByRole('button', { name: 'Play', exact: true })).toBeVisible()
    await expect.poll(() => isPaused(page)).toBe(true)
    expect(await source(page)).toContain(tracks[1]!.hash)
  })
})

test('PLY-01 the keyboard is enough', { tag: '@anyscreen' }, async ({ page }) => {
  const { tracks } = await playAlbum(page)
  await row(page, tracks[0]!).press('Enter')
  await expect.poll(() => isPaused(page)).toBe(true)

  await seekBar(page).press('Home')
  await expect.poll(() => position(page)).toBe(0)
  await seekBar(page).press('ArrowRight')
  await expect.poll(() => position(page)).toBe(5)
  await seekBar(page).press('ArrowLeft')
  await expect.poll(() => position(page)).toBe(0)
  await expect(seekBar(page)).toHaveAttribute('aria-valuetext', /^00:00 of 00:\d\d$/)

  await bar(page).getByRole('button', { name: 'Play', exact: true }).press('Enter')
  await expectMoving(page)

  await showAllControls(page)
  const open = bar(page).getByRole('button', { name: 'Queue', exact: true })
  await open.press('Enter')
  const current = page.getByRole('dialog', { name: 'Queue' }).locator('[aria-current]')
  await expect(current).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(open).toBeFocused()
})

test(
  'PLY-01 no control of the bar lies on another, however wide the window is',
  { tag: '@anyscreen' },
  async ({ page }) => {
    await playAlbum(page)
    for (const width of [320, 390, 700, 768, 844, 959, 960, 1024]) {
      await page.setViewportSize({ width, height: 700 })
      const overlapping = () =>
        bar(page).evaluate((element) => {
          const boxes = [...element.querySelectorAll('button, [role=slider], input')]
            .filter((control) => control.checkVisibility())
            .map((control) => control.getBoundingClientRect())
            .filter(({ width, height }) => width > 0 && height > 0)
          return boxes.filter((a, index) =>
            boxes
              .slice(index + 1)
              .some(
                (b) =>
                  Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
                  Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1,
              ),
          ).length
        })
      await expect.poll(overlapping, `at ${width} px`).toBe(0)
    }
  },
)

test(
  'PLY-24 with text of twice the size the bar keeps its title, and at 400 % zoom the page keeps its room',
  { tag: '@anyscreen' },
  async ({ page }) => {
    const { tracks } = await playAlbum(page)
    const title = bar(page).getByText(stem(tracks[0]!), { exact: true })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '32px'))
    await expect.poll(async () => (await title.boundingBox())!.width).toBeGreaterThan(100)
    const wider = () => bar(page).evaluate((element) => element.scrollWidth - element.clientWidth)
    await expect.poll(wider, 'pixels beyond the bar').toBe(0)

    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
    await page.setViewportSize({ width: 320, height: 225 })
    await expect.poll(async () => (await bar(page).boundingBox())!.height).toBeLessThan(225 / 3)
    await expect.poll(async () => (await title.boundingBox())!.width).toBeGreaterThan(60)
  },
)

test('PLY-05 volume and mute', async ({ page }) => {
  await playAlbum(page)
  await showAllControls(page)
  // Where there is no room for the slider, a button brings it.
  const inBar = bar(page).getByRole('slider', { name: 'Volume' })
  const sheet = page.getByRole('dialog', { name: 'Sound', exact: true })
  if (!(await inBar.isVisible())) await bar(page).getByRole('button', { name: 'Sound', exact: true }).click()
  await expect(inBar.or(sheet)).toBeVisible()
  const place = (await sheet.isVisible()) ? sheet : bar(page)
  const slider = place.getByRole('slider', { name: 'Volume' })
  const sound = () => page.locator('audio').evaluate(({ volume, muted }: HTMLAudioElement) => [volume, muted])
  await slider.fill('40')
  await expect.poll(sound).toEqual([0.4, false])
  await place.getByRole('button', { name: 'Mute', exact: true }).click()
  await expect.poll(sound).toEqual([0.4, true])
  await place.getByRole('button', { name: 'Unmute' }).click()
  await expect.poll(sound).toEqual([0.4, false])
})

test(
  'PLY-01 a track that cannot be fetched is named, and can be tried again',
  { tag: '@anyscreen' },
  async ({ page, allow }) => {
    allow(/ERR_FAILED|ERR_CONNECTION/)
    const album = await findAlbum(page)
    const [first, second] = [album.tracks[0]!, album.tracks[1]!]
    let tries = 0
    await page.route(`**/api/media/stream/${first.hash}`, (route) => {
      // Whether the file is there at all is asked for as well.
      if (route.request().method() === 'GET') tries++
      return route.abort()
    })
    await page.goto(folderUrl(album))
    await row(page, first).click()
    await expect(page.getByRole('alert')).toContainText(stem(first))
    expect(tries, 'one automatic retry').toBe(2)

    await bar(page).getByRole('button', { name: 'Next track' }).last().click()
    await expectPlaying(page, second)
    await expect(page.getByRole('alert').filter({ hasText: stem(first) })).toHaveCount(0)

    await row(page, first).click()
    await expect(page.getByRole('alert')).toContainText(stem(first))
    await page.unroute(`**/api/media/stream/${first.hash}`)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectPlaying(page, first)
  },
)

test(
  'PLY-01 controls that do not arrive take neither the sound nor the page along',
  { tag: '@anyscreen' },
  async ({ page, allow }) => {
    allow(/\/Bar-|Failed to load resource/)
    const album = await findAlbum(page)
    await page.route('**/assets/Bar-*.js', (route) => route.abort('failed'))
    await page.goto(folderUrl(album))
    await row(page, album.tracks[0]!).click()
    await expectPlaying(page, album.tracks[0]!)
    await expect(page.getByRole('alert')).toContainText('could not be loaded')
    await expect(tree(page)).toBeVisible()

    await page.unroute('**/assets/Bar-*.js')
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(seekBar(page)).toBeVisible()
    await expectMoving(page)
  },
)

test(
  'PLY-01 a tap before the code of the sound has arrived is kept, and plays once it has',
  { tag: '@anyscreen' },
  async ({ page, allow }) => {
    allow(/\/(?:engine|Bar)-|Failed to load resource/)
    const album = await findAlbum(page)
    await page.route('**/assets/engine-*.js', (route) => route.abort('failed'))
    // They need it too, and are asked for within the test on a slow machine.
    const held = Promise.withResolvers<void>()
    await page.route('**/assets/DeferredParts-*.js', (route) => held.promise.then(() => route.continue()))
    await page.goto(folderUrl(album))
    await row(page, album.tracks[0]!).click()
    await expect(page.getByRole('alert')).toContainText('could not be loaded')
    await expect(tree(page)).toBeVisible()

    await page.unroute('**/assets/engine-*.js')
    held.resolve()
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expectPlaying(page, album.tracks[0]!)
    await expectMoving(page)
  },
)

const way = (page: Page) => tree(page).getByRole('navigation', { name: 'Folder' })

/** The folder that the address names; null when it names none. */
function pathOf(page: Page): unknown {
  return JSON.parse(new URL(page.url()).searchParams.get('path') ?? 'null')
}

/** Goes down from the work's root: each folder when its parent is the one that is shown. */
async function openFolders(page: Page, folders: string[]): Promise<void> {
  for (const [depth, name] of folders.entries()) {
    await expect(way(page).getByRole('listitem')).toHaveCount(depth === 0 ? 0 : depth + 1)
    await tree(page).getByRole('list').last().getByRole('link', { name }).first().click()
  }
}

test('WRK-05 folders open in place, and the way back is in the URL', { tag: '@anyscreen' }, async ({ page }) => {
  const album = await findAlbum(page)
  await page.goto(`/work/${album.work.id}?path=[]`)
  // Before that a folder is another document, and the focus is the browser's.
  await hydrated(page)
  await openFolders(page, album.folder)
  await expect(row(page, album.tracks[0]!)).toBeVisible()
  await expect.poll(() => pathOf(page)).toEqual(album.folder)
  await expect(page).toHaveURL(/#work-tree$/)
  await expect(tree(page).getByRole('heading')).toBeFocused()

  await page.reload()
  await hydrated(page)
  await expect(row(page, album.tracks[0]!)).toBeVisible()
  await expect(way(page).getByRole('listitem')).toHaveText(['All files', ...album.folder])
  await way(page).getByRole('link', { name: 'All files' }).click()
  await expect(way(page)).toBeHidden()
  await expect.poll(() => pathOf(page)).toEqual([])
  await page.goBack()
  await expect(row(page, album.tracks[0]!)).toBeVisible()
})

test('WRK-05 every file can be saved and its size is what is sent', { tag: '@anyscreen' }, async ({ page }) => {
  const album = await findAlbum(page)
  await page.goto(folderUrl(album))
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    tree(page)
      .getByRole('link', { name: `Download ${album.tracks[0]!.title}` })
      .click(),
  ])
  expect(download.suggestedFilename()).toBe(album.tracks[0]!.title)
  let sizeBytes = 0
  for await (const chunk of await download.createReadStream()) sizeBytes += (chunk as Buffer).length
  expect(sizeBytes).toBe(album.tracks[0]!.size)
})

test('PLY-01 axe finds nothing on a playing page with its queue open', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await playAlbum(page)
  await showAllControls(page)
  await expectAccessible(page)
  await bar(page).getByRole('button', { name: 'Queue', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Queue' })).toBeVisible()
  await expectAccessible(page)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('WRK-05 folders open and each track is a link to its sound', { tag: '@anyscreen' }, async ({ page, allow }) => {
    // How the browser says that it does not fetch scripts when they are switched off.
    allow(/^request failed: GET \S+\.js csp$/)
    const album = await findAlbum(page)
    await page.goto(`/work/${album.work.id}?path=[]`)
    await openFolders(page, album.folder)
    const href = await row(page, album.tracks[0]!).getAttribute('href')
    const answer = await page.request.get(href!, { headers: { Range: 'bytes=0-99' } })
    expect([answer.status(), answer.headers()['content-type'], (await answer.body()).length]).toEqual([
      206,
      'audio/mpeg',
      100,
    ])
    await page.goto(href!)
    const sound = page.locator('video, audio')
    await expect.poll(() => sound.evaluate((media: HTMLMediaElement) => media.duration)).toBeGreaterThan(10)
  })
})

test.describe('before the scripts are there', () => {
  for (const what of ['the play button', 'a track'] as const) {
    test(`PLY-01 a tap on ${what} is kept, and plays as soon as it can`, async ({ page }) => {
      const album = await findAlbum(page)
      const arrived = Promise.withResolvers<void>()
      await page.route('**/assets/*.js', async (route) => {
        await arrived.promise
        await route.continue()
      })
      await page.goto(folderUrl(album), { waitUntil: 'commit' })
      const place =
        what === 'a track'
          ? row(page, album.tracks[1]!)
          : page.getByRole('button', { name: 'Play', exact: true }).first()
      await place.click()
      const address = page.url()
      arrived.resolve()
      await expect(page.locator('audio')).toBeAttached()
      await expectMoving(page)
      expect(page.url()).toBe(address)
      if (what === 'a track') await expectPlaying(page, album.tracks[1]!)
    })
  }

  test('a track is a link again when a script does not arrive', { tag: '@anyscreen' }, async ({ page, allow }) => {
    allow(/\.js|Failed to load resource/)
    const album = await findAlbum(page)
    await page.route('**/assets/*.js', (route) => route.abort('failed'))
    await page.goto(folderUrl(album))
    await row(page, album.tracks[0]!).click()
    await expect(page).toHaveURL(/\/api\/media\/stream\//)
  })
})
