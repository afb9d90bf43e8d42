import { randomInt, randomUUID } from 'node:crypto'

import type { PlaybackPosition, Session } from '@otodana/contract'
import { devices, type Browser, type BrowserContextOptions } from '@playwright/test'

import { expect, expectAccessible, saveData, watchContext, type Page } from './fixtures.ts'
import { hydrated } from './hydrated.ts'
import {
  bar,
  expectPlaying,
  findAlbum,
  folderUrl,
  isPaused,
  openFolder,
  playSlowly,
  position,
  row,
  test,
} from './playing.ts'

const desk: BrowserContextOptions = { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } }
const phone: BrowserContextOptions = { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } }

const play = (page: Page) => bar(page).getByRole('button', { name: 'Play', exact: true })
const pause = (page: Page) => bar(page).getByRole('button', { name: 'Pause', exact: true })
const notice = (page: Page, text: RegExp) => bar(page).getByRole('status').filter({ hasText: text })

async function aMember(baseURL: string) {
  const name = `listener-${randomUUID().slice(0, 8)}`
  const response = await fetch(`${baseURL}/api/auth/reg`, {
    method: 'POST',
    // Few accounts are made from one address.
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.9.${randomInt(256)}.${randomInt(256)}` },
    body: JSON.stringify({ name, password: 'hears-a-lot' }),
  })
  const { token } = (await response.json()) as Session
  const headers = { authorization: `Bearer ${token}` }
  return {
    token,
    /** Where the server says that a file was left, the latest first. */
    async places(hash: string) {
      const answer = await fetch(`${baseURL}/api/places/${hash.split('/')[0]}`, { headers })
      const { places } = (await answer.json()) as { places: PlaybackPosition[] }
      return places.filter((place) => place.hash === hash).map(({ seconds, device }) => ({ seconds, by: device.name }))
    },
  }
}
type Member = Awaited<ReturnType<typeof aMember>>

/** Another browser with the member logged in. */
async function openDevice(browser: Browser, baseURL: string, { token }: Member, options: BrowserContextOptions) {
  const localStorage = [{ name: 'jwt-token', value: token }]
  const context = await browser.newContext({
    ...options,
    baseURL,
    locale: 'en-US',
    storageState: { cookies: [], origins: [{ origin: baseURL, localStorage }] },
  })
  await saveData(context)
  await playSlowly(context)
  return { context, page: await context.newPage() }
}

const seek = (page: Page, seconds: number) =>
  page.locator('audio').evaluate((audio: HTMLAudioElement, to) => (audio.currentTime = to), seconds)

/** All of what plays is in the browser. */
const hasArrived = (page: Page) =>
  page
    .locator('audio')
    .evaluate(({ buffered, duration }: HTMLAudioElement) => buffered.length === 1 && buffered.end(0) >= duration - 1)

/** Leaves what plays there, and waits until the server knows. */
async function leaveAt(page: Page, member: Member, hash: string, seconds: number): Promise<void> {
  await seek(page, seconds)
  await expect.poll(() => position(page)).toBeGreaterThanOrEqual(seconds)
  await pause(page).click()
  await expect.poll(() => isPaused(page)).toBe(true)
  await expect
    .poll(async () => (await member.places(hash))[0]?.seconds ?? -1, { intervals: [200] })
    .toBeCloseTo(await position(page), 0)
}

test(
  'PLY-14 a member goes on where another device left off, and where two disagree is asked once',
  { tag: '@anyscreen' },
  async ({ browser, baseURL, problems }) => {
    const member = await aMember(baseURL!)
    const a = await openDevice(browser, baseURL!, member, desk)
    const b = await openDevice(browser, baseURL!, member, phone)
    for (const { context } of [a, b]) watchContext(context, problems)

    const album = await findAlbum(a.page)
    const second = album.tracks[1]!
    await openFolder(a.page, album)
    await row(a.page, second).click()
    await expectPlaying(a.page, second)
    await expect(pause(a.page)).toBeVisible()
    await leaveAt(a.page, member, second.hash, 20)
    expect((await member.places(second.hash)).map(({ by }) => by)).toEqual(['Chrome on Windows'])

    // Nothing of this work was heard on the phone.
    await b.page.goto(folderUrl(album))
    await hydrated(b.page)
    await b.page.getByRole('main').getByRole('button', { name: 'Continue' }).click()
    await expectPlaying(b.page, second)
    await expect.poll(() => position(b.page)).toBeGreaterThanOrEqual(19.9)
    const told = notice(b.page, /Continuing at 00:2\d, where you were on Chrome on Windows 1 minute ago/)
    await expect(told).toBeVisible()
    await expectAccessible(b.page)
    await told.getByRole('button', { name: 'From the start' }).click()
    await expect(told).toBeHidden()
    await expect.poll(() => position(b.page)).toBeLessThan(4)
    await leaveAt(b.page, member, second.hash, 4)

    // The first device, another day.
    await a.page.reload()
    await play(a.page).click()
    await expectPlaying(a.page, second)
    expect(await position(a.page)).toBeGreaterThanOrEqual(19.5)
    const question = notice(a.page, /On Chrome on Android you were at 00:0[45], 1 minute ago/)
    await expect(question).toBeVisible()
    await expectAccessible(a.page)
    await question.getByRole('button', { name: 'Stay here' }).click()
    await expect(question).toBeHidden()
    await pause(a.page).click()
    await expect.poll(async () => (await member.places(second.hash))[0]?.by).toBe('Chrome on Windows')

    await a.page.reload()
    const answer = a.page.waitForResponse(/\/api\/places\/\d+$/)
    await play(a.page).click()
    await (await answer).finished()
    await expectPlaying(a.page, second)
    await expect(question).toBeHidden()
    // Both places are there.
    expect((await member.places(second.hash)).map(({ by }) => by)).toEqual(['Chrome on Windows', 'Chrome on Android'])
    for (const { context } of [a, b]) await context.close()
  },
)

test(
  'PLY-14 what a member hears without a connection reaches the server when there is one',
  { tag: '@anyscreen' },
  async ({ browser, baseURL, problems, allow }) => {
    allow(/ERR_INTERNET_DISCONNECTED/)
    const member = await aMember(baseURL!)
    const { context, page } = await openDevice(browser, baseURL!, member, phone)
    watchContext(context, problems)
    const album = await findAlbum(page)
    const first = album.tracks[0]!
    await openFolder(page, album)
    await row(page, first).click()
    await expectPlaying(page, first)
    await seek(page, 5)
    await expect.poll(async () => (await member.places(first.hash))[0]?.seconds ?? 0).toBeGreaterThanOrEqual(5)

    await expect.poll(() => hasArrived(page)).toBe(true)
    await context.setOffline(true)
    const refused = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/places'))
    await seek(page, 12)
    await pause(page).click()
    await refused
    await expect(bar(page).getByRole('alert')).toBeEmpty()
    expect((await member.places(first.hash))[0]?.seconds).toBeLessThan(12)
    // Nothing but what the device keeps has it.
    await context.setOffline(false)
    await expect.poll(async () => (await member.places(first.hash))[0]?.seconds ?? 0).toBeGreaterThanOrEqual(12)
    await context.close()
  },
)
