import { expect, test } from './fixtures.ts'
import { hydrated } from './hydrated.ts'

// Headless browsers hide the scrollbars that take room on most desktops, and with them what they push aside.
test.use({
  launchOptions: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use, { project }) => use({ ...project.use.launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] }),
    { scope: 'worker' },
  ],
})

const screens = [
  '/works',
  '/works?displayMode=list',
  '/works?displayMode=compact&sortOption=random',
  '/work/RJ01000001',
  '/nowhere',
]

test('no screen scrolls sideways, at 1280, 640 and 320 px', async ({ page, allow }) => {
  allow(/status of 404/)
  for (const path of screens) {
    await page.goto(path)
    await hydrated(page)
    for (const width of [1280, 640, 320]) {
      await page.setViewportSize({ width, height: 600 })
      await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width)
      const beyond = () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      await expect.poll(beyond, `pixels beyond the window of ${width} px on ${path}`).toBe(0)
    }
  }
})

/** Isolated targets smaller than this many pixels, including what an invisible part adds around them. */
function smallTargets(least: number): string[] {
  const alone =
    'header :is(a, button, input), header + nav a, main :is(button, select, input), main nav a, main form + * a, #work-tree a'
  return [...document.querySelectorAll<HTMLElement>(alone)].flatMap((element) => {
    const box = element.getBoundingClientRect()
    if (box.width <= 1 || box.height === 0) return []
    const around = ['::before', '::after']
      .map((part) => getComputedStyle(element, part))
      .filter(({ content, position }) => content !== 'none' && position === 'absolute')
    const width = Math.max(box.width, ...around.map((part) => parseFloat(part.width)))
    const height = Math.max(box.height, ...around.map((part) => parseFloat(part.height)))
    if (Math.min(width, height) >= least) return []
    return [`${Math.round(width)}×${Math.round(height)} ${element.outerHTML.slice(0, 100)}`]
  })
}

const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true }

test.describe('what is filled in with a finger', () => {
  test.use(phone)

  test('is written large enough for iOS not to zoom into the page', async ({ page }) => {
    for (const path of ['/works', '/circles', '/settings', '/subtitles', '/work/RJ01000001']) {
      await page.goto(path)
      await hydrated(page)
      const fields = page.locator('select, textarea, input:not([type=checkbox], [type=radio], [type=range])')
      await expect(fields).not.toHaveCount(0)
      const small = await fields.evaluateAll((all) =>
        all.filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16).map((field) => field.outerHTML),
      )
      expect(small, path).toEqual([])
    }
  })
})

for (const [pointer, least] of [
  ['mouse', 24],
  ['finger', 44],
] as const) {
  test.describe(`a ${pointer}`, () => {
    if (pointer === 'finger') test.use(phone)

    test('hits what stands alone', async ({ page }) => {
      for (const path of ['/works?sortOption=random', '/work/RJ01000001']) {
        await page.goto(path)
        await hydrated(page)
        const small = () => page.evaluate(smallTargets, least)
        await expect.poll(small, path).toEqual([])
      }
    })
  })
}
