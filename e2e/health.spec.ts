/** How the server is, and at which of its addresses it is asked: a server that is away, one with a notice, and a mirror. */
import type { Session, TrackFile } from '@otodana/contract'

import { createToneLibrary } from './a-library.ts'
import { expect, expectAccessible, test as base, type Page } from './fixtures.ts'
import { follow } from './follow.ts'
import { hydrated } from './hydrated.ts'
import { expectMoving, fileTree, openFiles, source } from './playing.ts'
import { startServer } from './start-server.ts'

const WORK = 1_990_002
const HEALTH = '**/api/health'

/** A site with an administrator, and another server with the same library that it names as its mirror. */
type Sites = {
  url: string
  mirror: string
  admin: Session
  member: Session
  track: TrackFile
  stop: () => Promise<void>
}

async function startSites(): Promise<Sites> {
  const { dir, remove } = createToneLibrary('RJ01990002 海の音', [
    { name: '01 sea.wav', seconds: 60, strength: () => 0.3 },
  ])
  const env = { LIBRARY_DIRS: dir }
  const mirror = await startServer({ env })
  const endpoints = `mirror-100=${mirror.url},mirror-200=http://127.0.0.1:9`
  const site = await startServer({ env: { ...env, API_ENDPOINTS: endpoints } })
  const register = async (url: string, name: string) => {
    const body = JSON.stringify({ name, password: 'rain on the roof' })
    const answer = await fetch(`${url}/api/auth/reg`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    return (await answer.json()) as Session
  }
  const [track] = (await (await fetch(`${mirror.url}/api/tracks/${WORK}`)).json()) as TrackFile[]
  return {
    url: site.url,
    mirror: mirror.url,
    admin: await register(site.url, 'the-keeper'),
    member: await register(mirror.url, 'at-the-mirror'),
    track: track!,
    async stop() {
      await Promise.all([site.stop(), mirror.stop()])
      remove()
    },
  }
}

const test = base.extend<{ sites: Sites }>({
  sites: async ({ startOnce }, use) => use(await startOnce(startSites)),
  baseURL: ({ sites }, use) => use(sites.url),
})

// In one worker, since each worker starts its own server.
test.describe.configure({ mode: 'default' })

const down = (page: Page) => page.getByRole('dialog', { name: 'Cannot connect to the server' })
const notice = (page: Page) => page.getByRole('dialog', { name: 'A notice from the server' })
const card = (page: Page) => page.getByRole('article').first()

/** What this device has kept, before the first page of a visit. */
async function keep(page: Page, token: string | null, apiUrlKey = 'latest'): Promise<void> {
  await page.addInitScript(
    (kept) => {
      if (location.protocol === 'about:' || sessionStorage.getItem('is-set')) return
      sessionStorage.setItem('is-set', 'yes')
      if (kept.token) localStorage.setItem('jwt-token', kept.token)
      const values = { apiUrlKey: kept.apiUrlKey, qualityBehavior: 'qualityFirst' }
      localStorage.setItem('settings', JSON.stringify({ version: 1, values }))
    },
    { token, apiUrlKey },
  )
}

test(
  'HLT-01 HLT-03 a server that cannot be reached at the start is said to be, asked every second, and passed by',
  { tag: '@anyscreen' },
  async ({ page, allow }) => {
    allow(/ERR_CONNECTION_REFUSED/)
    let asked = 0
    await page.route(HEALTH, (route) => {
      asked++
      return route.abort('connectionrefused')
    })
    await page.goto('/works')
    await expect(down(page)).toBeFocused()
    await expect(down(page)).toContainText(new URL(page.url()).host)
    const choice = down(page).getByRole('combobox', { name: 'Server address' })
    await expect(choice).toHaveValue('latest')
    await expect(choice.getByRole('option')).toHaveText([
      /^Latest/,
      /^Original/,
      /^Mirror 100/,
      /^Mirror 200/,
      /^Mirror 300/,
    ])
    await expect(down(page).getByRole('button', { name: 'Reload the page' })).toBeVisible()
    await expectAccessible(page)
    await expect.poll(() => asked).toBeGreaterThan(2)
    await page.unroute(HEALTH)
    await expect(down(page)).toBeHidden()
    await expect(card(page)).toBeVisible()

    // “Continue anyway” lasts for the whole visit.
    await page.route(HEALTH, (route) => route.abort('connectionrefused'))
    await page.reload()
    await expect(down(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(down(page)).toBeHidden()
    await card(page).getByRole('link').first().click({ force: true })
    await expect(page).toHaveURL(/\/work\//)
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('data-live', '')
    await expect(fileTree(page)).toBeVisible()
    await expect(down(page)).toHaveCount(0)
  },
)

test(
  'HLT-01 where what says it is gone with the server, the page says it all the same, until that arrives',
  { tag: '@anyscreen' },
  async ({ page, allow }) => {
    allow(/ERR_CONNECTION_REFUSED|Chunk missing|HealthScreen/)
    await page.route(/HealthScreen/, (route) => route.abort('connectionrefused'))
    await page.goto('/works')
    const gone = page.getByRole('alert').filter({ hasText: 'The server cannot be reached.' })
    await expect(gone.getByRole('button', { name: 'Reload the page' })).toBeVisible()
    await expectAccessible(page)
    await page.unroute(/HealthScreen/)
    await expect(gone).toHaveCount(0)
    await hydrated(page)
  },
)

test(
  'HLT-02 HLT-03 an announcement covers the page and runs nothing, follows the administrator, and closes by itself',
  { tag: '@anyscreen' },
  async ({ page, allow, sites: { url, admin } }) => {
    // The browser tells of what it would not have run, had it been put on the page.
    allow(/Executing inline event handler violates|none\.png/)
    const announce = async (announcement: string) => {
      const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' }
      const answer = await fetch(`${url}/api/admin/settings`, {
        method: 'PUT',
        headers,
        body: JSON.stringify({ announcement }),
      })
      expect(answer.status).toBe(200)
    }
    const hack = "document.title = 'run'"
    await announce(
      `<h1>Back at ten</h1><p style="position:fixed;inset:0">We move.</p><script>${hack}</script><img src="/none.png:" onerror="${hack}">` +
        `<svg onload="${hack}"></svg><iframe srcdoc="<script>top.${hack}</script>"></iframe><meta http-equiv="refresh" content="0;url=/about">` +
        `<form action="/login"><input name="password"></form><a href="javascript:${hack}">bad</a> <a href="https://status.example/">status</a>`,
    )
    try {
      await keep(page, admin.token)
      await page.goto('/works')
      await expect(notice(page)).toBeFocused()
      await expect(notice(page).getByRole('heading', { level: 2, name: 'Back at ten' })).toBeVisible()
      await expect(notice(page).getByText('We move.')).toHaveCSS('position', 'static')
      await expect(notice(page).locator('script, iframe, form, input, meta, svg [onload], [style]')).toHaveCount(0)
      await expect(notice(page).getByRole('link', { name: 'bad' })).toHaveCount(0)
      const link = notice(page).getByRole('link', { name: 'status' })
      await expect(link).toHaveAttribute('target', '_blank')
      await expect(link).toHaveAttribute('rel', /noopener noreferrer/)
      await expect(page).toHaveTitle(/Otodana/)
      await expectAccessible(page)

      // Another text, and none, are there within seconds.
      await announce('Back at\neleven')
      await expect(notice(page).getByText('Back at eleven')).toBeVisible()
      await announce('')
      await expect(notice(page)).toBeHidden()
      await expect(card(page)).toBeVisible()

      await announce('<p>Back at noon')
      await page.reload()
      await notice(page).getByRole('link', { name: 'Open administration' }).click()
      await expect(notice(page)).toBeHidden()
      await page.getByRole('button', { name: 'Take down' }).click()
      await expect(page.getByText('There is no announcement.')).toBeVisible()
    } finally {
      await announce('')
    }
  },
)

test(
  'HLT-04 HLT-01 calls, covers, sound and downloads are the chosen address’s; one that is away interrupts nothing',
  { tag: '@anyscreen' },
  async ({ page, allow, sites: { url, mirror, member, track } }) => {
    allow(/ERR_CONNECTION_REFUSED|ERR_UNSAFE_PORT/)
    await keep(page, member.token, 'mirror-100')
    const calls: string[] = []
    page.on('request', (request) => {
      const asked = new URL(request.url())
      if (asked.pathname.startsWith('/api/')) calls.push(asked.origin + asked.pathname)
    })
    await page.goto('/works')
    await hydrated(page)
    // This account is known there alone.
    await expect(page.getByRole('button', { name: /^Account: at-the-mirror/ })).toBeVisible()
    const cover = card(page).locator('img')
    await expect(cover).toHaveAttribute('src', new RegExp(`^${mirror}/api/cover/`))
    await expect(cover).toHaveAttribute('srcset', new RegExp(`^${mirror}/api/cover/`))
    await expect.poll(() => cover.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth)).toBeGreaterThan(0)
    await follow(page, `/work/${WORK}`)
    await openFiles(page)
    const file = fileTree(page).getByRole('link', { name: track.title }).first()
    await expect(file).toHaveAttribute('href', new RegExp(`^${mirror}/api/media/stream/`))
    const download = fileTree(page).getByRole('link', { name: `Download ${track.title}` })
    await expect(download).toHaveAttribute('href', new RegExp(`^${mirror}/api/media/download/`))
    await file.click()
    await expect.poll(() => source(page)).toContain(`${mirror}/api/media/stream/`)
    await expectMoving(page)
    expect(await page.locator('audio').evaluate(({ crossOrigin }: HTMLAudioElement) => crossOrigin)).toBe('anonymous')
    // What the page's own server has drawn came with covers of its own; nothing else was asked of it.
    expect(calls.filter((call) => call.startsWith(url) && !call.startsWith(`${url}/api/cover/`))).toEqual([])
    expect(calls.filter((call) => call.startsWith(mirror)).length).toBeGreaterThan(5)

    // What plays plays on beneath the screen of an address that is away.
    await follow(page, '/settings')
    const choice = page.getByRole('main').getByRole('combobox', { name: 'Server address' })
    await expect(choice).toHaveValue('mirror-100')
    await choice.selectOption('mirror-200')
    await expect(down(page)).toContainText('127.0.0.1:9 does not answer')
    await expectMoving(page)
    await down(page).getByRole('combobox', { name: 'Server address' }).selectOption('mirror-100')
    await expect(down(page)).toBeHidden()
    await expectMoving(page)
    await expect(choice).toHaveValue('mirror-100')
    await expect(page.getByRole('button', { name: /^Account: at-the-mirror/ })).toBeVisible()
  },
)
