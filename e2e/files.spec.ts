/**
 * A work's files: queueing them, looking into them, saving them, and the folder that opens first. On a library of its own,
 * since the demo's has no pictures.
 */
import { readFile } from 'node:fs/promises'

import type { TrackFile, TrackNode } from '@otodana/contract'

import { gbkText, lines, shelfWork, shiftJisText, startShelf, type Shelf } from './a-shelf.ts'
import { expect, expectAccessible, type Page } from './fixtures.ts'
import { hydrated } from './hydrated.ts'
import {
  bar,
  expectMoving,
  expectPlaying,
  fileTree,
  isPaused,
  openFiles,
  position,
  source,
  test as playing,
} from './playing.ts'

const test = playing.extend<{ shelf: Shelf }>({
  shelf: async ({ startOnce }, use) => use(await startOnce(startShelf)),
  baseURL: ({ shelf }, use) => use(shelf.url),
})

// In one worker, since each worker starts its own server.
test.describe.configure({ mode: 'default' })

const preview = (page: Page, name: string) => page.getByRole('dialog', { name })
const menuOf = (page: Page, name: string) => page.getByRole('dialog', { name: `Actions for ${name}` })
const row = (page: Page, name: string) => fileTree(page).getByRole('link', { name }).first()
const said = (page: Page) => page.locator('output span').last()

async function openFolder(page: Page, ...path: string[]): Promise<void> {
  await page.goto('about:blank')
  await page.goto(`${shelfWork}?path=${encodeURIComponent(JSON.stringify(path))}#work-tree`)
  await hydrated(page)
}

async function choose(page: Page, name: string, action: string): Promise<void> {
  await fileTree(page)
    .getByRole('button', { name: `More for ${name}`, exact: true })
    .click()
  await menuOf(page, name).getByRole('button', { name: action }).click()
  await expect(menuOf(page, name)).toBeHidden()
}

async function tracks(page: Page): Promise<TrackFile[]> {
  const tree = (await (await page.request.get('/api/tracks/RJ09900001')).json()) as TrackNode[]
  const flat = (nodes: TrackNode[]): TrackFile[] =>
    nodes.flatMap((node) => (node.type === 'folder' ? flat(node.children) : [node]))
  return flat(tree)
}

test(
  'WRK-06 a work opens at its main folder; all its files are a step back, and a setting opens them first',
  { tag: '@anyscreen' },
  async ({ page }) => {
    await page.goto(shelfWork)
    await hydrated(page)
    await openFiles(page)
    const way = fileTree(page).getByRole('navigation', { name: 'Folder' }).getByRole('listitem')
    await expect(way).toHaveText(['All files', '本編'])
    await expect(row(page, '01 雨音.mp3')).toBeVisible()
    await way.getByRole('link', { name: 'All files' }).click()
    await expect(row(page, '特典')).toBeVisible()
    await page.goBack()
    await expect(row(page, '01 雨音.mp3')).toBeVisible()

    await page.goto('/settings')
    await page.getByRole('radio', { name: 'All files' }).check({ force: true })
    const up = page.getByRole('button', { name: 'Move WAV up' })
    await up.press('ArrowUp')
    await expect(up).toBeFocused()
    await up.press('Enter')
    await expect(
      page
        .getByRole('group', { name: /^Preferred formats/ })
        .getByRole('listitem')
        .first(),
    ).toHaveText('WAV')
    await expect(page.getByText('WAV is now number 1')).toBeAttached()
    await page.goto(shelfWork)
    await hydrated(page)
    await openFiles(page)
    await expect(row(page, '特典')).toBeVisible()
    await expect(way).toHaveCount(0)
  },
)

test('WRK-05 PLY-02 rows and folders are played, added to the queue, and put next; the browser’s keys do it too', async ({
  page,
}) => {
  const all = await tracks(page)
  const [rain, night, morning] = ['01 雨音.mp3', '02 夜.mp3', '10 朝.mp3'].map((name) =>
    all.find(({ title }) => title === name)!,
  )
  const bonus = all.find(({ title }) => title === 'フリートーク.mp3')!
  await openFolder(page, '本編')
  await expect(fileTree(page).getByRole('list').last().getByRole('listitem')).toHaveText([
    /^01 雨音\.mp3/,
    /^01 雨音\.srt/,
    /^02 夜/,
    /^10 朝/,
    /^よその話/,
  ])

  // By keyboard, and with nothing queued yet: it plays at once.
  const more = fileTree(page).getByRole('button', { name: 'More for 02 夜.mp3' })
  await more.press('Enter')
  await expect(menuOf(page, '02 夜.mp3').getByRole('button', { name: 'Play from here' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(menuOf(page, '02 夜.mp3').getByRole('button', { name: 'Report a problem…' })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(menuOf(page, '02 夜.mp3').getByRole('button', { name: 'Add to the queue' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(said(page)).toHaveText('Playing “02 夜.mp3”.')
  await expect(more).toBeFocused()
  await expectPlaying(page, night!)

  await choose(page, '01 雨音.mp3', 'Add to the queue')
  await expect(said(page)).toHaveText('“01 雨音.mp3” was added to the queue.')
  // Seen, too, in the place of all notices.
  await expect(page.locator('#notices').getByText('“01 雨音.mp3” was added to the queue.')).toBeVisible()
  await choose(page, '10 朝.mp3', 'Play next')
  await expect(said(page)).toHaveText('“10 朝.mp3” plays next.')
  await expectPlaying(page, night!)
  const next = bar(page).getByRole('button', { name: 'Next track' })
  await next.click()
  await expectPlaying(page, morning!)
  await next.click()
  await expectPlaying(page, rain!)

  await openFolder(page)
  await choose(page, '特典', 'Play this folder')
  await expectPlaying(page, bonus)
  await choose(page, '本編', 'Play next')
  await expect(said(page)).toHaveText('3 tracks of “本編” play next.')
  await next.click()
  await expectPlaying(page, rain!)
})

test('WRK-05 the menu leaves the page where it is: by Escape, by Back, and by a click beside it', async ({ page }) => {
  await openFolder(page, '本編')
  const address = page.url()
  const more = fileTree(page).getByRole('button', { name: 'More for 10 朝.mp3' })
  await more.scrollIntoViewIfNeeded()
  const scrolled = () => page.evaluate(() => scrollY)
  const before = await scrolled()
  const isPhone = page.viewportSize()!.width < 500
  const ways = [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(5, 5),
    ...(isPhone ? [() => page.goBack()] : []),
  ]
  for (const leave of ways) {
    await more.click()
    await expect(menuOf(page, '10 朝.mp3')).toBeVisible()
    await leave()
    await expect(menuOf(page, '10 朝.mp3')).toBeHidden()
    await expect(more).toBeFocused()
    await expect.poll(() => page.evaluate(() => Boolean(history.state?.playerIsOpen))).toBe(false)
    expect(page.url()).toBe(address)
    await expect.poll(scrolled).toBe(before)
  }
})

test('WRK-05 pictures are turned over, enlarged, moved, and left by Back on a phone', async ({ page, isMobile }) => {
  await openFolder(page, '画像')
  await row(page, '1 表紙.png').click()
  const image = page.getByRole('dialog').getByRole('img')
  const width = async () => (await image.boundingBox())?.width ?? 0
  await expect(preview(page, '1 表紙.png')).toContainText('1 / 4')
  await expect.poll(width).toBeGreaterThan(200)
  const fitted = await width()

  await page.keyboard.press('+')
  await expect.poll(width).toBeCloseTo(fitted * 1.5, 0)
  const middle = async () => {
    const box = (await image.boundingBox())!
    return box.x + box.width / 2
  }
  const at = await middle()
  await page.keyboard.press('0')
  await expect.poll(width).toBeCloseTo(fitted, 0)
  await image.dblclick()
  await expect.poll(width).toBeCloseTo(fitted * 2.5, 0)
  await page.mouse.move(at, 300)
  await page.mouse.down()
  await page.mouse.move(at - 40, 300, { steps: 4 })
  await page.mouse.up()
  await expect.poll(middle).toBeCloseTo(at - 40, 0)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(middle).toBeGreaterThan(at - 40)
  await page.getByRole('button', { name: 'Fit to window' }).click()
  await expect.poll(width).toBeCloseTo(fitted, 0)

  // Fitted, it is turned over: by key, by button, and by a swipe.
  await page.keyboard.press('ArrowRight')
  await expect(preview(page, '2 挿絵.png')).toContainText('2 / 4')
  await page.getByRole('button', { name: 'Next image' }).click()
  await expect(preview(page, '10 裏表紙.png')).toContainText('3 / 4')
  await expect(page.getByRole('button', { name: 'Next image' })).toBeFocused()
  await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(300)
  await page.mouse.move(at, 300)
  await page.mouse.down()
  await page.mouse.move(at + 120, 310, { steps: 4 })
  await page.mouse.up()
  await expect(preview(page, '2 挿絵.png')).toBeVisible()
  await expect.poll(width).toBeGreaterThan(0)
  await expectAccessible(page)

  if (isMobile) await page.goBack()
  else await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(row(page, '1 表紙.png')).toBeVisible()
  await expect(row(page, '1 表紙.png')).toBeFocused()
})

test.describe('by touch', () => {
  test.use({ hasTouch: true })

  test('WRK-05 two fingers enlarge a picture', { tag: '@anyscreen' }, async ({ page }) => {
    await openFolder(page, '画像')
    await row(page, '1 表紙.png').tap()
    const image = page.getByRole('dialog').getByRole('img')
    const width = async () => (await image.boundingBox())?.width ?? 0
    await expect.poll(width).toBeGreaterThan(200)
    const fitted = await width()
    const touch = await page.context().newCDPSession(page)
    const fingers = (apart: number) => [
      { x: 300 - apart, y: 400, id: 1 },
      { x: 300 + apart, y: 400, id: 2 },
    ]
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(40) })
    for (const apart of [60, 80, 100, 120])
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(apart) })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect.poll(width).toBeGreaterThan(fitted * 2.5)
    await expect(preview(page, '1 表紙.png'), 'a pinch is no swipe').toBeVisible()
  })
})

test(
  'WRK-05 a picture that is broken, and one that does not arrive, are said to be so',
  { tag: '@anyscreen' },
  async ({ page, allow }) => {
    allow(/ERR_FAILED|ERR_CONNECTION|Failed to load resource/)
    const other = (await tracks(page)).find(({ title }) => title === '10 裏表紙.png')!
    const address = `**/api/media/stream/${other.hash}`
    // Before the visit: requests made while the browser begins to intercept may pass by.
    await page.route(address, (route) => route.abort())
    await openFolder(page, '画像')
    await row(page, '破損.png').click()
    await expect(page.getByRole('alert')).toContainText('The file is damaged')
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByRole('alert')).toContainText('The server cannot be reached')
    await page.unroute(address)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(preview(page, '10 裏表紙.png').getByRole('img')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  },
)

test('WRK-05 texts of any encoding are read; wrapping and size are kept; a large one is cut and says so', async ({
  page,
  isMobile,
}) => {
  await openFolder(page, 'メモ')
  for (const [name, text] of [
    ['sjis.txt', shiftJisText],
    ['gbk.txt', gbkText],
    ['utf16.txt', shiftJisText],
  ] as const) {
    await row(page, name).click()
    const region = preview(page, name).getByRole('region', { name })
    await expect(region).toHaveText(text)
    if (name === 'sjis.txt') {
      await page.getByRole('combobox', { name: 'Encoding' }).selectOption('UTF-8')
      await expect(region).not.toHaveText(text)
      await page.getByRole('combobox', { name: 'Encoding' }).selectOption('SHIFT-JIS')
      await expect(region).toHaveText(text)
    }
    await page.keyboard.press('Escape')
    await expect(preview(page, name)).toBeHidden()
  }

  await row(page, 'large.txt').click()
  const text = preview(page, 'large.txt').getByRole('region')
  await expect(preview(page, 'large.txt').getByRole('status')).toContainText('only its first megabyte is shown')
  await expect(text).toContainText('静かな夜の話。')
  await expect(text).not.toContainText('おしまい')
  await expectAccessible(page)
  const look = () => text.evaluate((shown) => [getComputedStyle(shown).fontSize, shown.scrollWidth > shown.clientWidth])
  expect(await look()).toEqual(['16px', false])
  await page.getByRole('button', { name: 'Larger text' }).click()
  await page.getByRole('checkbox', { name: 'Wrap lines' }).uncheck()
  await expect.poll(look).toEqual(['18px', true])
  await page.reload()
  await hydrated(page)
  await row(page, 'large.txt').click()
  await expect.poll(look).toEqual(['18px', true])
  if (isMobile) {
    await page.goBack()
    await expect(text).toBeHidden()
    await expect(row(page, 'large.txt')).toBeVisible()
  }
})

test('WRK-05 what cannot be played or read says so', { tag: '@anyscreen' }, async ({ page }) => {
  await openFolder(page, '破損')
  await expect(row(page, '無音.mp3')).toContainText('Cannot be played: the file is empty')
  await openFolder(page, '本編')
  await expect(row(page, '01 雨音.mp3')).toContainText('Subtitles')
  await openFolder(page, 'メモ')
  for (const [name, text] of [
    ['空.txt', 'This file is empty.'],
    ['破損.srt', 'This file has no readable lines.'],
  ] as const) {
    await row(page, name).click()
    await expect(preview(page, name).getByRole('status')).toContainText(text)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
  }
})

test('WRK-05 a text that does not arrive can be asked for again', { tag: '@anyscreen' }, async ({ page, allow }) => {
  allow(/ERR_FAILED|ERR_CONNECTION|Failed to load resource/)
  await openFolder(page, 'メモ')
  await page.route('**/api/media/stream/**', (route) => route.abort())
  await row(page, 'sjis.txt').click()
  await expect(page.getByRole('alert')).toContainText('The server cannot be reached')
  await page.unroute('**/api/media/stream/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(preview(page, 'sjis.txt')).toContainText(shiftJisText)
})

test(
  'WRK-05 a line of a subtitle plays its track from there; the lines are followed, and the text is there as it was written',
  { tag: '@anyscreen' },
  async ({ page }) => {
    const audio = (await tracks(page)).find(({ title }) => title === '01 雨音.mp3')!
    await openFolder(page, '本編')
    await row(page, '01 雨音.srt').click()
    const shown = preview(page, '01 雨音.srt')
    await expect(shown.getByRole('listitem')).toHaveText(lines.map((line, index) => `00:0${index * 3 + 1}${line}`))
    await expect(shown).toContainText('to play “01 雨音.mp3” from there')
    await shown.getByRole('button', { name: lines[1]! }).click()
    await expectPlaying(page, audio)
    expect(await position(page)).toBeGreaterThanOrEqual(4)
    expect(await position(page)).toBeLessThan(7)
    await expect(shown.getByRole('button', { name: lines[1]! })).toHaveAttribute('aria-current', 'true')
    // Its own track, paused, goes on from the line.
    await page.locator('audio').evaluate((element: HTMLAudioElement) => element.pause())
    await expect.poll(() => isPaused(page)).toBe(true)
    await shown.getByRole('button', { name: lines[0]! }).click()
    await expectMoving(page)
    expect(await position(page)).toBeLessThan(4)
    await expectAccessible(page)

    await shown.getByRole('button', { name: 'Text', exact: true }).click()
    await expect(shown.getByRole('region', { name: '01 雨音.srt' })).toContainText('00:00:04,000 --> 00:00:06,500')
    await page.keyboard.press('Escape')
    const playingBefore = await source(page)
    await row(page, 'よその話.srt').click()
    const other = preview(page, 'よその話.srt')
    await expect(other).toContainText('No track of this work clearly matches this subtitle')
    await other.getByRole('button', { name: lines[1]! }).click({ force: true })
    expect(await source(page)).toBe(playingBefore)
  },
)

test('DLD-01 files of every kind are saved whole, under their own names', async ({ page, shelf, isMobile }) => {
  for (const [folder, name] of [
    [['画像'], '1 表紙.png'],
    [['メモ'], 'sjis.txt'],
    [[], '曲名一覧「雨」100%.pdf'],
  ] as const) {
    await openFolder(page, ...folder)
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      fileTree(page)
        .getByRole('link', { name: `Download ${name}` })
        .click(),
    ])
    expect(saved.suggestedFilename()).toBe(name)
    expect((await readFile(await saved.path())).equals(shelf.contentOf([...folder, name].join('/')))).toBe(true)
  }
  // On a phone a track is saved from its menu.
  await openFolder(page, '本編')
  const file = (await tracks(page)).find(({ title }) => title === '01 雨音.mp3')!
  if (isMobile) await fileTree(page).getByRole('button', { name: 'More for 01 雨音.mp3' }).click()
  const place = isMobile ? menuOf(page, '01 雨音.mp3') : fileTree(page)
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    place.getByRole('link', { name: isMobile ? 'Download' : 'Download 01 雨音.mp3' }).click(),
  ])
  expect(saved.suggestedFilename()).toBe('01 雨音.mp3')
  const original = await (await page.request.get(file.mediaStreamUrl)).body()
  expect((await readFile(await saved.path())).equals(original)).toBe(true)
})

test('WRK-05 whatever the address names, the page stands', { tag: '@anyscreen' }, async ({ page, allow }) => {
  allow(/status of 4\d\d/)
  const shown = [
    '{"0":"本編"}',
    '"本編"',
    '[[]]',
    `["${'x'.repeat(1_500)}"]`,
    JSON.stringify(Array(100).fill('本編')),
    '%',
  ]
  for (const path of shown) {
    await page.goto(`${shelfWork}?path=${encodeURIComponent(path)}`)
    await openFiles(page)
    await expect(row(page, '01 雨音.mp3')).toBeVisible()
  }
  await page.goto(`${shelfWork}?path=${encodeURIComponent(JSON.stringify(['本編', 'なし']))}`)
  await expect(fileTree(page).getByText('本編 / なし')).toBeVisible()
  await expect(row(page, '特典')).toBeVisible()
  const long = await page.request.get(`${shelfWork}?path=${'x'.repeat(10_240)}`)
  expect([200, 414, 431]).toContain(long.status())
})
