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

test('on a touch screen a finger hits what stands alone', async ({ page, isMobile }) => {
  const least = isMobile ? 44 : 24
  for (const path of ['/works?sortOption=random', '/work/RJ01000001']) {
    await page.goto(path)
    await hydrated(page)
    const small = () =>
      page.evaluate(
        (min) =>
          [
            ...document.querySelectorAll<HTMLElement>(
              'header :is(a, button, input), main :is(button, select, input), main nav a, main form + * a, #work-tree a',
            ),
          ]
            .map((element) => ({ box: element.getBoundingClientRect(), html: element.outerHTML.slice(0, 100) }))
            .filter(({ box }) => box.width > 1 && box.height > 0 && Math.min(box.width, box.height) < min)
            .map(({ box, html }) => `${Math.round(box.width)}×${Math.round(box.height)} ${html}`),
        least,
      )
    await expect.poll(small, path).toEqual([])
  }
})
