import { readFileSync } from 'node:fs'

import { expect, expectAccessible, keepSettings, test, type Page } from './fixtures.ts'
import { follow } from './follow.ts'
import { hydrated } from './hydrated.ts'

const dialog = (page: Page) => page.getByRole('dialog')

/** Chooses a file of settings, possibly written by hand. */
async function choose(page: Page, settings: unknown, whole?: string): Promise<void> {
  const text = whole ?? JSON.stringify({ format: 'otodana-settings', formatVersion: 1, settings })
  await page
    .locator('input[type=file][accept*=json]')
    .setInputFiles({ name: 'mine.json', mimeType: 'application/json', buffer: Buffer.from(text) })
}

// What is chosen here is all that has been chosen.
test.use({ hasShelves: true })

test(
  'SET-03 I18N-03 settings go out as a file and come in again: shown before, at once in every tab, and undone',
  { tag: '@anyscreen' },
  async ({ page, context }) => {
    await page.goto('/settings')
    await hydrated(page)
    const other = await context.newPage()
    await other.goto('/works')
    await hydrated(other)

    const forward = page.getByRole('group', { name: 'Skip forward by' })
    await forward.getByRole('spinbutton', { name: 'Other' }).fill('700')
    await expect(forward.getByRole('alert')).toHaveText('A whole number of seconds, 1 to 600')
    await forward.getByRole('spinbutton', { name: 'Other' }).fill('45')
    await expect(forward.getByRole('alert')).toHaveCount(0)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const saved = await download
    expect(saved.suggestedFilename()).toBe('otodana-settings.json')
    const text = readFileSync(await saved.path(), 'utf8')
    expect(JSON.parse(text)).toMatchObject({
      format: 'otodana-settings',
      formatVersion: 1,
      settings: { forwardSeekTime: 45, rewindSeekTime: 5, colorScheme: 'system', userPreferredLang: null },
    })

    await choose(page, null, 'no settings')
    await expect(page.getByRole('alert')).toContainText('“mine.json” cannot be read')
    await choose(page, null, '{"works":[]}')
    await expect(page.getByRole('alert')).toContainText('“mine.json” is not an Otodana settings file.')
    await choose(page, null, text)
    await expect(dialog(page)).toContainText('The file changes nothing')
    await dialog(page).getByRole('button', { name: 'Close' }).last().click()

    await choose(page, {
      colorScheme: 'light',
      userPreferredLang: 'ja',
      rewindSeekTime: 7,
      sePreference: 'loud',
      wallpaper: 'rain',
    })
    await expect(dialog(page)).toContainText('The file changes 3 settings:')
    await expect(dialog(page)).toContainText('sePreference must be one of: with, without')
    await expect(dialog(page)).toContainText('1 unknown entry is ignored:wallpaper')
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Apply' }).click()
    for (const each of [page, other]) {
      await expect(each.locator('html')).toHaveAttribute('data-color-scheme', 'light')
      await expect(each.locator('html')).toHaveAttribute('lang', 'ja')
    }
    await expect(page).toHaveTitle('設定 | Otodana')
    await expect(other).toHaveTitle(/ライブラリ/)
    await expect(page.getByRole('group', { name: '戻るボタンで戻る秒数' }).getByRole('spinbutton')).toHaveValue('7')

    // What has been set since stays.
    await page.getByRole('radio', { name: 'ダーク' }).check({ force: true })
    await page.getByRole('button', { name: '元に戻す' }).click()
    await expect(other.locator('html')).toHaveAttribute('lang', 'en')
    await expect(page.getByText('2 settings have been restored.')).toBeVisible()
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
    await expect(page.getByRole('radio', { name: '5 s', exact: true }).first()).toBeChecked()

    await page.getByRole('button', { name: 'Reset…' }).click()
    await expect(dialog(page)).toContainText('2 settings go back to their defaults:')
    await dialog(page).getByRole('button', { name: 'Reset', exact: true }).click()
    await expect(page.getByRole('radio', { name: 'System' })).toBeChecked()
    await expect(forward.getByRole('radio', { name: '30 s', exact: true })).toBeChecked()
    await expect(other.locator('html')).not.toHaveAttribute('data-color-scheme')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(other.locator('html')).toHaveAttribute('data-color-scheme', 'dark')
  },
)

test('SET-01 a list leads to every section and tells which one is read', async ({ page }) => {
  await keepSettings(page, { globalFilter: '$-age:adult$ $-tag:x$' })
  await page.goto('/settings')
  await hydrated(page)
  const list = page.getByRole('navigation', { name: 'Sections' })
  const names = await page.getByRole('heading', { level: 2 }).allInnerTexts()
  await expect(list.getByRole('link')).toHaveText(names)
  await list.getByRole('link', { name: 'Player' }).click()
  await expect(page).toHaveURL(/\/settings#player$/)
  await expect(page.getByRole('heading', { level: 2, name: 'Player' })).toBeInViewport()
  await expect(list.locator('[aria-current]')).toHaveText('Player')
  await expect(list.getByRole('link', { name: 'Player' })).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
})

test(
  'NAV-12 NAV-05 the page about the site tells what its operator has said, and nothing else',
  { tag: '@anyscreen' },
  async ({ page, request }) => {
    const answer = await request.get('/about', { headers: { 'accept-language': 'zh-CN' } })
    expect(await answer.text()).toContain('<title>关于 Otodana | Otodana</title>')
    expect(await (await request.get('/sitemap.xml')).text()).toContain('/about</loc>')

    await page.goto('/about')
    await hydrated(page)
    await expect(page).toHaveTitle('About Otodana | Otodana')
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/about$/)
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Contact', 'Bug bounty', 'Mirrors'])
    await expect(page.getByRole('link', { name: 'keeper@shelf.example' })).toHaveAttribute(
      'href',
      'mailto:keeper@shelf.example',
    )
    await expect(page.getByText('@keeper at the harbour')).toBeVisible()
    await expect(page.getByText('up to 2,000 USD')).toBeVisible()
    await expect(page.getByRole('link', { name: 'three.shelf.example' })).toHaveAttribute(
      'href',
      'https://three.shelf.example',
    )
    const licences = await request.get(
      (await page.getByRole('link', { name: /^Open-source licences/ }).getAttribute('href')) ?? '',
    )
    expect(await licences.text()).toMatch(/^react \d+\.\d+\.\d+ \(MIT\)$/m)
    await expectAccessible(page)
  },
)

test(
  'NAV-13 NAV-05 the debug screen tells what there is, copies it, and holds no tokens',
  { tag: '@anyscreen' },
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/settings')
    await page.evaluate(async () => {
      localStorage.setItem('media-token', 'a secret of this device')
      const opening = indexedDB.open('shelf', 3)
      opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('lines').add('rain', 1))
      await new Promise((resolve) => opening.addEventListener('success', resolve))
      opening.result.close()
    })
    await hydrated(page)
    await page.getByRole('link', { name: 'Debug information' }).click()
    await expect(page).toHaveTitle('Debug information | Otodana')
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
    await expect(page.getByText('1.1.3', { exact: true })).toBeVisible()
    await expect(page.getByText(/^200 OK, \d+ ms$/)).toBeVisible()
    await expect(page.getByText('v3: lines 1')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Copy all' }).click()
    await expect(page.getByText('Copied.')).toBeVisible()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toContain('shelf: v3: lines 1')
    expect(copied).toMatch(/\[client\]\nversion: Otodana \d+\.\d+\.\d+\nbuild: [\w-]{8}\ncompatible: 1\.1\.3\n/)
    expect(copied).not.toContain('secret')

    // Neither way to copy is open: it is at least selected.
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined })
      document.execCommand = () => false
    })
    await page.getByRole('button', { name: 'Copy all' }).click()
    const field = page.getByRole('textbox', { name: 'Debug information as text' })
    await expect(field).toBeFocused()
    await expect(field).toHaveValue(/\[browser\]/)
  },
)

test.describe('on an outdated iPhone', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 15_4_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.4 Mobile/15E148 Safari/604.1',
  })

  test('NAV-11 an update is asked for, until that has been read', { tag: '@anyscreen' }, async ({ page }) => {
    await page.goto('/works')
    await hydrated(page)
    const notice = page.getByRole('complementary', { name: 'Your iOS needs an update' })
    await expect(notice).toContainText('iOS 15.6 or later')
    await expectAccessible(page)
    await notice.getByRole('button', { name: 'Got it' }).click()
    await expect(notice).toHaveCount(0)
    const asked = page.waitForResponse('**/old-ios-notice.js')
    await follow(page, '/settings')
    await page.reload()
    await asked
    await hydrated(page)
    await expect(notice).toHaveCount(0)
  })
})
