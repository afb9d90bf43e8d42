import { newerBuiltIns } from '../apps/web/vite/browsers.ts'
import { expect } from './fixtures.ts'
import { hydrated } from './hydrated.ts'
import { bar, expectMoving, findAlbum, test } from './playing.ts'

test(
  'NAV-11 PLY-01 a browser without newer built-ins searches the library, opens a work and plays it',
  { tag: '@anyscreen' },
  async ({ page }) => {
    const { work } = await findAlbum(page)
    await page.addInitScript(
      (paths) => {
        for (const { on, name } of paths) {
          const owner = on.split('.').reduce<object | undefined>((at, part) => Reflect.get(at ?? {}, part), globalThis)
          if (owner) Reflect.deleteProperty(owner, name)
        }
        for (const name of ['requestIdleCallback', 'cancelIdleCallback', 'scheduler'])
          Reflect.deleteProperty(globalThis, name)
        Reflect.deleteProperty(Navigator.prototype, 'wakeLock')
      },
      newerBuiltIns.map(({ on, name }) => ({ on, name })),
    )
    await page.goto('/works')
    await hydrated(page)
    expect(
      await page.evaluate(() => 'size' in new URLSearchParams() || 'toSorted' in [] || 'timeout' in AbortSignal),
    ).toBe(false)

    // The second page is asked for by the browser, with a query.
    await page.getByRole('link', { name: 'Next page' }).first().click()
    await expect(page).toHaveURL(/page=2/)
    await expect(page.getByRole('article').first()).toBeVisible()

    await page.goto(`/works?keyword=${encodeURIComponent(work.title)}`)
    await hydrated(page)
    await page.getByRole('heading', { name: work.title, exact: true }).getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1, name: work.title })).toBeVisible()
    await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
    await expect(bar(page).getByRole('link', { name: work.title })).toBeVisible()
    await expectMoving(page)
  },
)
