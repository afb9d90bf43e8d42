/**
 * Lyrics on real sound: works of the demo library whose tracks have subtitles, in four formats and several encodings.
 */
import type { TrackFile, TrackNode } from '@otodana/contract'
import type { Locator } from '@playwright/test'

import { expect, expectAccessible, type Page } from './fixtures.ts'
import { follow } from './follow.ts'
import { hydrated } from './hydrated.ts'
import {
  bar,
  expectPlaying,
  folderUrl,
  isPaused,
  openFolder,
  position,
  row,
  settleHistory,
  stem,
  test,
} from './playing.ts'

/** English, SubRip: its second line begins at 3.433 s. */
const museum = { code: 'RJ01000038', folder: ['audio'], track: '01 A Page.mp3' }
const museumLines = ['You made it. The snow nearly kept you.', 'Boots by the stove, worries by the door.']

const lyrics = (page: Page) => page.getByRole('region', { name: 'Subtitles' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Subtitles' })
const lines = (page: Page) => dialog(page).getByRole('list')
const fullPlayer = (page: Page) => page.getByRole('dialog', { name: 'Full player' })
const fullLine = (page: Page) => fullPlayer(page).getByRole('region', { name: 'Subtitles' }).locator('[aria-current]')
const currentLine = (page: Page) => dialog(page).locator('[aria-current]')

type Place = { code: string; folder: string[]; track: string }

/** Opens a folder of a work and plays one of its tracks. */
async function play(page: Page, place: Place): Promise<TrackFile> {
  const { id, file } = await find(page, place)
  await openFolder(page, { work: { id }, folder: place.folder })
  await row(page, file).click()
  await expectPlaying(page, file)
  return file
}

/** The same in the visit that goes on. */
async function playNext(page: Page, place: Place): Promise<void> {
  const { id, file } = await find(page, place)
  await follow(page, folderUrl({ work: { id }, folder: place.folder }))
  await row(page, file).click()
  await expectPlaying(page, file)
}

async function find(page: Page, { code, folder, track }: Place): Promise<{ id: number; file: TrackFile }> {
  const { id } = (await (await page.request.get(`/api/workInfo/${code}`)).json()) as { id: number }
  const tree = (await (await page.request.get(`/api/tracks/${code}`)).json()) as TrackNode[]
  const file = filesIn(tree, folder).find(({ title }) => title === track)
  if (!file) throw new Error(`${code} has no ${track}`)
  return { id, file }
}

function filesIn(tree: TrackNode[], folder: string[]): TrackFile[] {
  const nodes = folder.reduce(
    (found, name) => found.flatMap((node) => (node.type === 'folder' && node.title === name ? node.children : [])),
    tree,
  )
  return nodes.filter((node): node is TrackFile => node.type !== 'folder')
}

/** Stops where the test wants to look. */
async function pauseAt(page: Page, seconds: number): Promise<void> {
  await page.locator('audio').evaluate((audio: HTMLAudioElement, at) => {
    audio.pause()
    audio.currentTime = at
  }, seconds)
  await expect.poll(() => isPaused(page)).toBe(true)
  await expect.poll(() => position(page)).toBeCloseTo(seconds, 2)
}

/** On a phone it is among the controls that unfold. */
async function lyricsButton(page: Page) {
  const button = bar(page).getByRole('button', { name: 'Subtitles' })
  const more = bar(page).getByRole('button', { name: 'More controls' })
  // The bar comes in a chunk of its own: sound may be earlier.
  await expect(button.or(more).filter({ visible: true }).first()).toBeVisible()
  if (!(await button.isVisible())) await more.click()
  await expect(button).toBeVisible()
  return button
}

async function turnOn(page: Page): Promise<void> {
  await (await lyricsButton(page)).click()
}

async function openDialog(page: Page): Promise<void> {
  await lyrics(page).getByRole('button', { name: 'Choose subtitles' }).click()
  await expect(dialog(page)).toBeVisible()
}

const files: [string, Place, string][] = [
  [
    'LRC in Shift-JIS',
    { code: 'RJ01000001', folder: ['本編', 'SEあり'], track: 'トラック01_夕立に降られて.mp3' },
    'こんばんは。雨、強くなってきましたね。',
  ],
  ['LRC in GBK', { code: 'RJ01000005', folder: [], track: '1.西风日志.mp3' }, '小船离岸了，橹声很轻。'],
  ['SRT in UTF-8', museum, museumLines[0]!],
  [
    'VTT in UTF-8',
    { code: 'RJ01000002', folder: ['mp3'], track: 'トラック01_いらっしゃいませ.mp3' },
    'いらっしゃいませ。みみかき処「きつねび」へようこそ。',
  ],
  [
    'ASS in UTF-16',
    { code: 'RJ01000004', folder: [], track: '1.The Third Step Complains.mp3' },
    'Evening. Mind the third step, it complains.',
  ],
]
test('LYR-01 LYR-03 each format and encoding is found, read and shown', { tag: '@anyscreen' }, async ({ page }) => {
  for (const [name, place, line] of files) {
    await test.step(name, async () => {
      if (place === files[0]![1]) {
        await play(page, place)
        await turnOn(page)
      } else await playNext(page, place)
      await pauseAt(page, 2)
      await expect(lyrics(page)).toContainText(line)
    })
  }
})

test('LYR-04 a line comes when it is said, and another after a jump', { tag: '@anyscreen' }, async ({ page }) => {
  await play(page, museum)
  await turnOn(page)
  await pauseAt(page, 3.2)
  await expect(lyrics(page)).toContainText(museumLines[0]!)
  await pauseAt(page, 3.35)
  // The page notes where the sound is when the line changes: by the time the test looks it is further on.
  await page.evaluate((next) => {
    const shown = document.querySelector('section[aria-label="Subtitles"]')!
    const observer = new MutationObserver(() => {
      if (!shown.textContent.includes(next)) return
      document.body.dataset.changedAt = String(document.querySelector('audio')!.currentTime)
      observer.disconnect()
    })
    observer.observe(shown, { subtree: true, childList: true, characterData: true })
    const audio = document.querySelector('audio')!
    // So slowly that a busy machine, which draws the line late, is still within the tolerance.
    audio.playbackRate = 0.0625
    void audio.play()
  }, museumLines[1]!)
  const changedAt = () => page.evaluate(() => Number(document.body.dataset.changedAt))
  await expect.poll(changedAt).toBeGreaterThan(0)
  expect(Math.abs((await changedAt()) - 3.434)).toBeLessThan(0.15)

  await pauseAt(page, 2)
  await expect(lyrics(page)).toContainText(museumLines[0]!)
  await pauseAt(page, 0.5)
  await expect(lyrics(page).getByText(museumLines[0]!), 'before the first line there is none').toHaveCSS('opacity', '0')
})

test('PLY-01 LYR-06 the button turns lyrics on and off, which is remembered; off is how they begin', async ({
  page,
}) => {
  await play(page, museum)
  await pauseAt(page, 2)
  const button = await lyricsButton(page)
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  await expect(lyrics(page)).toBeHidden()
  await button.press('Enter')
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await expect(lyrics(page)).toContainText(museumLines[0]!)

  await play(page, museum)
  await pauseAt(page, 2)
  await expect(lyrics(page)).toContainText(museumLines[0]!)
  await (await lyricsButton(page)).click()
  await expect(lyrics(page)).toBeHidden()
  await expect(await lyricsButton(page)).toHaveAttribute('aria-pressed', 'false')
})

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' })

  test('LYR-06 lyrics are on until they are turned off', { tag: '@anyscreen' }, async ({ page }) => {
    const { work } = { work: (await (await page.request.get('/api/workInfo/RJ01000005')).json()) as { id: number } }
    await page.goto(`/work/${work.id}`)
    await hydrated(page)
    await page.getByRole('region', { name: '音轨' }).getByRole('link', { name: '西风日志' }).click()
    const shown = page.getByRole('region', { name: '字幕' })
    await expect(shown).toBeVisible()
    await pauseAt(page, 2)
    await expect(shown).toContainText('小船离岸了，橹声很轻。')
    await expect(shown.getByText('小船离岸了')).toHaveAttribute('lang', 'zh')
  })

  test(
    'LYR-04 the bar begins above the player, or below the header where it would hide the button that plays',
    {
      tag: '@anyscreen',
    },
    async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 1000 })
      await page.goto('/work/RJ01000005')
      await hydrated(page)
      const button = page.getByRole('article').getByRole('button', { name: /^(?:播放$|暂停$|继续播放)/ })
      const play = (await button.boundingBox())!
      // The window ends so that the button is right above the player.
      await page.setViewportSize({ width: 390, height: Math.round(play.y + play.height) + 150 })
      await button.click()
      const shown = page.getByRole('region', { name: '字幕' }).locator('div').first()
      const header = (await page.getByRole('banner').boundingBox())!
      const distance = async () => (await shown.boundingBox())!.y - (header.y + header.height)
      await expect.poll(distance).toBeGreaterThan(0)
      await expect.poll(distance).toBeLessThan(20)
      await expect(button).toBeInViewport({ ratio: 1 })
      await button.click({ trial: true })

      await page.setViewportSize({ width: 390, height: 1000 })
      await expect.poll(distance).toBeGreaterThan(600)
    },
  )
})

test(
  'LYR-05 the offset moves the lines by 0.3 s, can be reset, and is remembered for the track',
  { tag: '@anyscreen' },
  async ({ page }) => {
    await play(page, museum)
    await turnOn(page)
    await pauseAt(page, 3.6)
    await openDialog(page)
    const timing = dialog(page).getByRole('group', { name: 'Timing' })
    await expect(currentLine(page)).toContainText(museumLines[1]!)
    await timing.getByRole('button', { name: 'Show lines 0.3 seconds later' }).click()
    await expect(timing.getByRole('status')).toHaveText('+0.3 s')
    await expect(currentLine(page)).toContainText(museumLines[0]!)
    await page.keyboard.press('Escape')
    await expect(lyrics(page)).toContainText(museumLines[0]!)

    await settleHistory(page)
    await play(page, museum)
    await pauseAt(page, 3.6)
    await expect(lyrics(page)).toContainText(museumLines[0]!)
    await openDialog(page)
    await timing.getByRole('button', { name: 'Reset' }).click()
    await expect(timing.getByRole('status')).toHaveText('±0.0 s')
    await expect(currentLine(page)).toContainText(museumLines[1]!)
    await timing.getByRole('button', { name: 'Show lines 0.3 seconds earlier' }).click()
    await expect(timing.getByRole('status')).toHaveText('−0.3 s')
  },
)

test(
  'LYR-05 a line that is clicked is gone to; the current one is followed until the list is scrolled; the focus is kept',
  { tag: '@anyscreen' },
  async ({ page }) => {
    await play(page, museum)
    await turnOn(page)
    await pauseAt(page, 2)
    await openDialog(page)
    await test.step('clicking a line, or Enter on it, goes there', async () => {
      const line = lines(page).getByRole('button').nth(3)
      await line.click()
      await expect.poll(() => position(page)).toBeCloseTo(await beginOf(page, museum, 3), 1)
      await expect(line).toHaveAttribute('aria-current', 'true')
      await line.press('ArrowDown')
      const next = lines(page).getByRole('button').nth(4)
      await expect(next).toBeFocused()
      await next.press('Enter')
      await expect(next).toHaveAttribute('aria-current', 'true')
      await expect.poll(() => position(page)).toBeCloseTo(await beginOf(page, museum, 4), 1)
    })

    await test.step('the current line is followed until the list is scrolled, and again on demand', async () => {
      const { width, height } = page.viewportSize()!
      await pauseAt(page, 2)
      await page.setViewportSize({ width, height: 420 })
      await pauseAt(page, 22)
      await expect(currentLine(page)).toBeInViewport()
      await pauseAt(page, 2)
      await expect(currentLine(page)).toBeInViewport()
      const back = dialog(page).getByRole('button', { name: 'Back to the current line' })
      await expect(back).toBeHidden()
      // It glides there: stopped on its way, the list would show both places.
      await expect.poll(() => lines(page).evaluate((list) => list.parentElement!.scrollTop)).toBe(0)

      await lines(page).hover()
      await page.mouse.wheel(0, 1)
      await expect(back).toBeVisible()
      await pauseAt(page, 22)
      await expect(currentLine(page)).not.toBeInViewport()
      await back.click()
      await expect(currentLine(page)).toBeInViewport()
      await expect(back).toBeHidden()
      await pauseAt(page, 2)
      await page.setViewportSize({ width, height })
    })

    await test.step('the line that the Tab key leads to keeps the focus out of sight, and gives it up for good', async () => {
      const cues = Array.from(
        { length: 300 },
        (_, at) => `\n00:${10 + Math.floor(at / 10)}.${at % 10}00 --> 00:59.000\nLine ${at}\n`,
      )
      const long = { name: 'long.vtt', mimeType: 'text/vtt', buffer: Buffer.from(`WEBVTT\n${cues.join('')}`) }
      await dialog(page).getByLabel('Open a file…').setInputFiles(long)
      const first = lines(page).getByRole('button', { name: 'Line 0', exact: false }).first()
      await first.click()
      await expect(first).toBeFocused()
      await lines(page).hover()
      await page.mouse.wheel(0, 20_000)
      await expect(first).not.toBeInViewport()
      await expect(first).toBeFocused()
      await expect(lines(page).locator('button[tabindex="0"]')).toHaveCount(1)
      const later = dialog(page).getByRole('button', { name: 'Show lines 0.3 seconds later' })
      await later.focus()
      await page.mouse.wheel(0, -20_000)
      await expect(first).toBeInViewport()
      await expect(later).toBeFocused()
    })
  },
)

/** As the file itself says, read without our parsers. */
async function beginOf(page: Page, { code, folder, track }: Place, index: number): Promise<number> {
  const tree = (await (await page.request.get(`/api/tracks/${code}`)).json()) as TrackNode[]
  const file = filesIn(tree, folder).find(({ title }) => title === track.replace('.mp3', '.srt'))!
  const text = await (await page.request.get(file.mediaStreamUrl)).text()
  const [, minutes, seconds] = [...text.matchAll(/00:(\d\d):(\d\d,\d{3}) -->/g)][index]!
  return Number(minutes) * 60 + Number(seconds!.replace(',', '.'))
}

test.describe('by touch', () => {
  test.use({ hasTouch: true })

  test('LYR-05 a finger that scrolls the list stops it from following, one that taps a line does not', async ({
    page,
  }) => {
    await play(page, museum)
    await turnOn(page)
    await pauseAt(page, 2)
    await page.setViewportSize({ width: page.viewportSize()!.width, height: 420 })
    await openDialog(page)
    const back = dialog(page).getByRole('button', { name: 'Back to the current line' })
    const line = lines(page).getByRole('button').nth(1)
    await line.tap()
    await expect(line).toHaveAttribute('aria-current', 'true')
    await expect(back).toBeHidden()

    const box = (await line.boundingBox())!
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    const touch = await page.context().newCDPSession(page)
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
    for (const moved of [10, 25, 40])
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y: y - moved }] })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect(back).toBeVisible()
    await back.tap()
    await expect(back).toBeHidden()

    // Flicked, the list glides on by itself: no click comes of a tap then, and the button is to answer all the same.
    for (let flick = 0; flick < 3; flick++) {
      await touch.send('Input.synthesizeScrollGesture', { x, y, yDistance: -60, speed: 4_000, preventFling: false })
      await expect(back).toBeVisible()
      await back.tap()
      await expect(back).toBeHidden()
    }
    const before = await position(page)
    await expect(line, 'the line below the button is not tapped').toHaveAttribute('aria-current', 'true')
    expect(await position(page)).toBe(before)
  })
})

test(
  'LYR-02 LYR-05 another file is chosen, shown, and remembered for the track',
  { tag: '@anyscreen' },
  async ({ page }) => {
    const place = { code: 'RJ01000006', folder: ['mp3'], track: 'トラック01_頁をめくる音.mp3' }
    await play(page, place)
    await turnOn(page)
    await pauseAt(page, 2)
    await openDialog(page)
    const candidates = dialog(page).getByRole('radio')
    await expect(candidates).toHaveCount(6)
    // Best first, those of other tracks last.
    await expect(dialog(page).getByText(/^(?:Fits this track|From another track)$/)).toHaveText([
      'Fits this track',
      'Fits this track',
      ...Array.from({ length: 4 }, () => 'From another track'),
    ])
    await expect(candidates.first()).toBeChecked()
    await expect(candidates.first()).toHaveAccessibleName(/トラック01_.*Fits this track/)

    const neighbours = dialog(page).getByRole('radio', { name: 'トラック02_月の裏側の本屋.srt' })
    await expect(neighbours).toHaveAccessibleName(/From another track/)
    await neighbours.check()
    await expect(lines(page)).toContainText('頁をめくる音だけで、お話が進みます。')
    await expect(lyrics(page), 'looking at it changes nothing yet').not.toContainText('お話が進みます')
    await dialog(page).getByRole('button', { name: 'Use these' }).click()
    await expect(dialog(page)).toBeHidden()
    await expect(lyrics(page)).toContainText('頁をめくる音だけで、お話が進みます。')
    await expect(lyrics(page).getByRole('button', { name: 'Choose subtitles' })).toBeFocused()

    await play(page, place)
    await pauseAt(page, 2)
    await expect(lyrics(page)).toContainText('頁をめくる音だけで、お話が進みます。')
  },
)

test('LYR-02 a file of the listener’s own goes first and is shown', { tag: '@anyscreen' }, async ({ page }) => {
  await play(page, museum)
  await turnOn(page)
  await pauseAt(page, 2)
  await openDialog(page)
  const buffer = Buffer.from('WEBVTT\n\n00:00.000 --> 00:10.000\n<v Wren>My own &amp; only line\n')
  await dialog(page).getByLabel('Open a file…').setInputFiles({ name: 'mine.vtt', mimeType: 'text/vtt', buffer })
  await expect(dialog(page).getByRole('radio').first()).toHaveAccessibleName(/^mine\.vtt.*Opened by you/)
  await expect(lines(page)).toContainText('My own & only line')
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await expect(lyrics(page)).toContainText('My own & only line')
})

test('LYR-01 a broken file is an error of that file alone', { tag: '@anyscreen' }, async ({ page }) => {
  const place = { code: 'RJ01000006', folder: ['mp3'], track: 'トラック01_頁をめくる音.mp3' }
  const tree = (await (await page.request.get('/api/tracks/RJ01000006')).json()) as TrackNode[]
  const broken = filesIn(tree, ['字幕']).find(({ title }) => title === 'トラック01_頁をめくる音.ass')!
  await page.route(`**/api/media/stream/${broken.hash}`, (route) =>
    route.fulfill({ body: Buffer.from([0, 255, 1, 254, 2]), contentType: 'text/plain' }),
  )
  await play(page, place)
  await turnOn(page)
  await pauseAt(page, 2)
  await expect(lyrics(page), 'the other file of the track takes its place').toContainText('閉館後の図書館へようこそ。')
  await openDialog(page)
  const entry = dialog(page).getByRole('radio', { name: broken.title })
  await expect(entry).toHaveAccessibleName(/There are no timed lines in this file\./)
  await entry.check()
  await expect(dialog(page).getByRole('button', { name: 'Use these' })).toBeDisabled()
})

test(
  'LYR-03 a track without subtitles says so when it is asked, and otherwise shows nothing',
  { tag: '@anyscreen' },
  async ({ page }) => {
    await play(page, museum)
    await turnOn(page)
    await expect(lyrics(page)).toBeVisible()
    const silent = { code: 'RJ01000006', folder: ['特典'], track: '子守歌（長いほう）.mp3' }
    await playNext(page, silent)
    await expect(await lyricsButton(page)).toHaveAttribute('aria-pressed', 'true')
    await expect(lyrics(page)).toBeHidden()
    await (await lyricsButton(page)).click()
    await (await lyricsButton(page)).click()
    await expect(lyrics(page)).toContainText('There are no subtitles for this track.')

    // In the full player the button to choose others is beside those words.
    await bar(page).getByRole('button', { name: 'Open the player' }).click()
    const words = page.getByRole('dialog', { name: 'Full player' }).getByText('There are no subtitles for this track.')
    const choose = words.locator('xpath=..').getByRole('button')
    const middleOf = async (part: Locator) => {
      const { y, height } = (await part.boundingBox())!
      return Math.round(y + height / 2)
    }
    await expect.poll(async () => Math.abs((await middleOf(words)) - (await middleOf(choose)))).toBeLessThan(2)
  },
)

test('LYR-04 OFF-65 the bar is dragged and moved with the arrow keys, stays in the window, is found there again, and is covered by no note', async ({
  page,
  allow,
}) => {
  allow(/ERR_FAILED/)
  await play(page, museum)
  await turnOn(page)
  await pauseAt(page, 2)
  const handle = lyrics(page).getByRole('button', { name: /^Move the subtitles/ })
  const line = lyrics(page).getByText(museumLines[0]!)
  // Where it is counts once it has come to rest.
  await line.hover({ trial: true })
  const topOf = async () => (await line.boundingBox())?.y
  const box = (await line.boundingBox())!
  const before = box.y
  await page.mouse.move(box.x + 20, box.y + 10)
  await page.mouse.down()
  await page.mouse.move(box.x + 20, box.y - 190, { steps: 5 })
  await page.mouse.up()
  await expect.poll(topOf).toBeCloseTo(before - 200, 0)
  await handle.press('ArrowUp')
  await expect.poll(topOf).toBeCloseTo(before - 216, 0)
  await handle.press('Shift+ArrowDown')
  await expect.poll(topOf).toBeCloseTo(before - 120, 0)

  await play(page, museum)
  await pauseAt(page, 2)
  // As before: on a phone, the controls that unfold lift it.
  await lyricsButton(page)
  await expect(line).toBeVisible()
  await expect.poll(topOf).toBeCloseTo(before - 120, 0)
  for (let press = 0; press < 12; press++) await handle.press('Shift+ArrowUp')
  const header = (await page.getByRole('banner').boundingBox())!
  await expect.poll(topOf).toBeGreaterThan(header.y + header.height)
  await expect.poll(topOf).toBeLessThan(header.y + header.height + 24)
  await handle.press('Home')
  await expect.poll(topOf).toBeCloseTo(before, 0)

  await page.route('**/api/**', (route) => route.abort())
  await follow(page, '/circles')
  const note = page.getByRole('status').filter({ hasText: 'No connection to the server' })
  await expect(note).toBeVisible()
  const gap = async () => {
    const [above, below] = [await note.boundingBox(), await handle.locator('xpath=..').boundingBox()]
    return below!.y - (above!.y + above!.height)
  }
  await expect.poll(gap).toBeGreaterThan(0)
})

test('LYR-04 in a small window of its own, until that is closed', { tag: '@window' }, async ({ page, context }) => {
  await play(page, museum)
  await turnOn(page)
  await pauseAt(page, 2)
  const opening = context.waitForEvent('page')
  await lyrics(page).getByRole('button', { name: 'Show in a small window' }).click()
  const own = await opening
  await expect(own.locator('body')).toContainText(museumLines[0]!)
  await expect(lyrics(page)).toBeHidden()
  await pauseAt(page, 3.6)
  await expect(own.locator('body')).toContainText(museumLines[1]!)
  await own.close()
  await expect(lyrics(page)).toContainText(museumLines[1]!)
})

test('PLY-01 LYR-05 the full player shows all lines where its cover is, and gives it back', async ({ page }) => {
  const file = await play(page, museum)
  await pauseAt(page, 2)
  await bar(page).getByRole('button', { name: 'Open the player' }).click()
  const full = fullPlayer(page)
  const cover = full.locator('img[width="560"]')
  await expect(cover).toBeVisible()
  const button = full.getByRole('button', { name: 'Subtitles', exact: true })
  await button.click()
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await expect(cover).toBeHidden()
  await expect(fullLine(page)).toContainText(museumLines[0]!)
  const { width, height } = page.viewportSize()!
  const turned = width < height ? [{ width: height, height: width }] : []
  for (const size of [...turned, { width, height }]) {
    await page.setViewportSize(size)
    await expect(fullLine(page)).toBeInViewport()
    await expect(full.getByRole('heading', { name: stem(file) })).toBeInViewport({ ratio: 1 })
    for (const name of ['Play', 'Subtitles', 'Choose subtitles', 'Mute'])
      await expect(full.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
  }
  await full.getByRole('button', { name: museumLines[1]! }).click()
  await expect(fullLine(page)).toContainText(museumLines[1]!)
  await full.getByRole('button', { name: 'Choose subtitles' }).click()
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(full).toBeVisible()
  await button.click()
  await expect(cover).toBeVisible()
})

test('LYR-04 LYR-05 axe finds nothing on bar, dialog and full player', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await play(page, museum)
  await turnOn(page)
  await pauseAt(page, 2)
  await expect(lyrics(page)).toContainText(museumLines[0]!)
  await expectAccessible(page)
  await openDialog(page)
  await expect(currentLine(page)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await bar(page).getByRole('button', { name: 'Open the player' }).click()
  await expect(fullLine(page)).toBeVisible()
  await expectAccessible(page)
})
