import type { Locator, Page } from '@playwright/test'

import { hydrated } from '../../e2e/hydrated.ts'
import type { Screen } from './take.ts'
import type { Words } from './words.ts'

const WORK = '/work/RJ01000001'
const MUSEUM = '/work/RJ01000033'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const opened = (page: Page): Locator => page.locator('dialog[open]').last()

/** The first play button of a work's page, and what the player's bar says of itself. */
export async function playing(page: Page): Promise<void> {
  await hydrated(page)
  await page.locator('main button[data-early-tap]').first().click()
  await page.locator('html[data-player=on]').waitFor()
  await page.waitForFunction(() => (document.querySelector('audio')?.currentTime ?? 0) > 2)
}

/** The library, while a work that was found in it plays. */
export async function playingInLibrary(page: Page): Promise<void> {
  await playing(page)
  await page.locator('header a[href="/works"]').last().click()
  await page.locator('article').nth(19).waitFor()
  // They come after the list, once it is known what is popular.
  await page.locator('[data-shelf=popular] li').first().waitFor()
}

/** Presses one of the bar's buttons; on a phone the less urgent ones wait behind another. */
async function press(page: Page, words: Words, name: string): Promise<void> {
  const bar = page.getByRole('region', { name: words('player:bar'), exact: true })
  const wanted = bar.getByRole('button', { name, exact: true })
  if (!(await wanted.isVisible())) await bar.getByRole('button', { name: words('player:more') }).click()
  await wanted.click()
}

/** A file of settings is about to be taken over: some that change, one that cannot be, and one that is not known. */
async function settingsFile(page: Page): Promise<void> {
  await hydrated(page)
  const settings = { colorScheme: 'light', rewindSeekTime: 7, keepScreenOn: true, playerStyle: 'round', theme: 'rain' }
  const file = JSON.stringify({ format: 'otodana-settings', formatVersion: 1, settings })
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'settings.json', mimeType: 'application/json', buffer: Buffer.from(file) })
  await opened(page).waitFor()
}

async function queueOpen(page: Page, words: Words): Promise<void> {
  await playing(page)
  await press(page, words, words('player:queue.title'))
  await page.locator('dialog[open] ol').waitFor()
}

async function fullPlayer(page: Page, words: Words): Promise<void> {
  await playing(page)
  await press(page, words, words('player:open'))
  await opened(page).waitFor()
}

async function soundOpen(page: Page, words: Words): Promise<void> {
  await playing(page)
  await press(page, words, words('player:sound.title'))
  await opened(page).waitFor()
}

/** The folder that the work opens at. */
async function folderOpen(page: Page): Promise<void> {
  await playing(page)
  await page.locator('#work-tree').scrollIntoViewIfNeeded()
}

/** Opens what a button with one of these texts opens. */
function behind(...keys: string[]): NonNullable<Screen['prepare']> {
  return async (page, words) => {
    await hydrated(page)
    const [first, ...others] = keys.map((key) => button(page, words(key)))
    await others
      .reduce((found, other) => found.or(other), first ?? page.locator('body'))
      .first()
      .click()
    await opened(page).waitFor()
  }
}

async function menuOpen(page: Page, words: Words): Promise<void> {
  await hydrated(page)
  await button(page, words('shell:menu.open')).click()
  await opened(page).waitFor()
}

async function accountOpen(page: Page): Promise<void> {
  await hydrated(page)
  await page.locator('header button').last().click()
  await opened(page).waitFor()
}

async function firstFile(page: Page, ending: string): Promise<void> {
  await hydrated(page)
  await page
    .getByRole('link', { name: new RegExp(`${ending}(\\s|$)`) })
    .first()
    .click()
  await opened(page).waitFor()
}

/** Nothing of the API answers any more, as on a train. */
async function offline(page: Page): Promise<void> {
  await hydrated(page)
  await page.context().setOffline(true)
  await page.locator('article a').first().click()
  await page
    .getByRole('alert')
    .or(page.getByRole('heading', { level: 1 }))
    .first()
    .waitFor()
  await page.waitForTimeout(1_500)
}

const refuse = (glob: string) => (page: Page) => page.route(glob, (route) => route.abort())

/** Every screen and dialog, by name. */
export const screens: Record<string, Screen> = {
  works: { path: '/works' },
  'works-member': { path: '/works', as: 'member', prepare: hydrated },
  compact: { path: '/works?displayMode=compact' },
  list: { path: '/works?displayMode=list&page=2' },
  search: { path: '/works?keyword=%24-age%3Aadult%24&sortOption=random' },
  'search-box': {
    path: '/works',
    async prepare(page, words) {
      await hydrated(page)
      await page.getByRole('combobox', { name: words('shell:search.label') }).click()
      await page.keyboard.type('ra')
      await page.getByRole('option').first().waitFor()
    },
  },
  'search-empty': { path: '/works?keyword=zzzz' },
  'search-subtitles': { path: '/subtitles?keyword=rain' },
  'works-failed': {
    path: '/works',
    async prepare(page) {
      await hydrated(page)
      await page.route('**/api/works**', (route) => route.fulfill({ status: 500, json: { error: 'server.internal' } }))
      await page.locator('nav a[href*="page=2"]').first().click()
      await page.getByRole('alert').first().waitFor()
    },
  },
  offline: { path: '/works', prepare: offline },
  unreachable: { path: '/works', before: refuse('**/api/health'), prepare: async (page) => opened(page).waitFor() },
  announcement: {
    path: '/works',
    before: (page) =>
      page.route('**/api/health', (route) =>
        route.fulfill({
          contentType: 'text/html',
          body: '<h1>Back at ten</h1><p>We are moving to a larger shelf.</p>',
        }),
      ),
    prepare: async (page) => opened(page).waitFor(),
  },
  menu: { path: '/works', prepare: menuOpen },
  'menu-docked': {
    path: '/works',
    before: (page) =>
      page.addInitScript(() =>
        localStorage.setItem('settings', '{"version":1,"values":{"sidebarExpandMode":"docked"}}'),
      ),
    prepare: hydrated,
  },
  login: { path: '/works', prepare: behind('shell:account.logIn') },
  account: { path: '/works', as: 'member', prepare: accountOpen },
  work: { path: WORK, prepare: playing },
  'work-member': { path: WORK, as: 'member', prepare: hydrated },
  'work-files': { path: `${MUSEUM}?path=%5B%5D#work-tree`, prepare: hydrated },
  folder: { path: WORK, prepare: folderOpen },
  review: { path: WORK, as: 'member', prepare: behind('reviews:write', 'reviews:edit') },
  'add-to-playlist': { path: WORK, as: 'member', prepare: behind('playlists:menu.button') },
  report: { path: WORK, prepare: behind('work-detail:report') },
  'file-menu': {
    path: WORK,
    async prepare(page) {
      await folderOpen(page)
      await page.locator('#work-tree li button[aria-haspopup=dialog]').first().click()
      await opened(page).waitFor()
    },
  },
  picture: { path: `${MUSEUM}?path=%5B%5D`, prepare: (page) => firstFile(page, '\\.(jpg|png|webp)') },
  queue: { path: WORK, prepare: queueOpen },
  'full-player': { path: WORK, prepare: fullPlayer },
  sound: { path: WORK, prepare: soundOpen },
  popular: { path: '/popular' },
  recommend: { path: '/recommend', as: 'member', prepare: hydrated },
  'recommend-unknown': { path: '/recommend', prepare: hydrated },
  similar: {
    path: WORK,
    async prepare(page) {
      await hydrated(page)
      await page.locator('#work-tree').scrollIntoViewIfNeeded()
      await page.locator('[data-shelf=similar]').scrollIntoViewIfNeeded()
    },
  },
  circles: { path: '/circles' },
  tags: { path: '/tags' },
  vas: { path: '/vas' },
  favourites: { path: '/favourites', as: 'member', prepare: hydrated },
  progress: { path: '/favourites/progress', as: 'member', prepare: hydrated },
  'favourites-folder': { path: '/favourites/folder', as: 'member', prepare: hydrated },
  'favourites-anonymous': { path: '/favourites' },
  playlists: { path: '/playlists', as: 'member', prepare: hydrated },
  'playlists-anonymous': { path: '/playlists' },
  'playlist-new': { path: '/playlists', as: 'member', prepare: behind('playlists:new') },
  playlist: {
    path: '/playlists',
    as: 'member',
    async prepare(page) {
      await hydrated(page)
      await page.locator('main a[href^="/playlist?id="]').last().click()
      await page.locator('article').first().waitFor()
    },
  },
  settings: { path: '/settings', prepare: hydrated },
  'settings-member': { path: '/settings', as: 'member', prepare: hydrated },
  'settings-file': { path: '/settings', prepare: settingsFile },
  about: { path: '/about' },
  debug: { path: '/debug', prepare: hydrated },
  admin: { path: '/admin', as: 'administrator', prepare: hydrated },
  'admin-users': { path: '/admin?part=users', as: 'administrator', prepare: hydrated },
  'admin-library': {
    path: '/admin?part=library',
    as: 'administrator',
    isLive: true,
    async prepare(page) {
      await hydrated(page)
      await page.locator('main section').nth(1).waitFor()
    },
  },
  'admin-feedback': { path: '/admin?part=feedback', as: 'administrator', prepare: hydrated },
  'admin-settings': { path: '/admin?part=settings', as: 'administrator', prepare: hydrated },
  'admin-security': { path: '/admin?part=security', as: 'administrator', prepare: hydrated },
  missing: { path: '/nowhere' },
  guest: { path: '/works', as: 'guest', prepare: hydrated },
}
