import type { Locator, Page, Route } from '@playwright/test'
import { strToU8, zipSync } from 'fflate'

import { follow } from '../../e2e/follow.ts'
import { hydrated, settled } from '../../e2e/hydrated.ts'
import type { Screen } from './take.ts'
import type { Words } from './words.ts'

const WORK = '/work/RJ01000001'
const MUSEUM = '/work/RJ01000033'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const opened = (page: Page): Locator => page.locator('dialog[open]').last()

/** Presses the first play button of a work's page, and waits for the player. */
export async function playing(page: Page): Promise<void> {
  await hydrated(page)
  await page.locator('main button[data-early-tap]').first().click()
  await page.locator('html[data-player=on]').waitFor()
  await page.waitForFunction(() => (document.querySelector('audio')?.currentTime ?? 0) > 2)
}

/** Shows the library while a work from it plays. */
export async function playingInLibrary(page: Page): Promise<void> {
  await playing(page)
  await page.locator('header a[href="/works"]').last().click()
  await page.locator('article').nth(19).waitFor()
  // The shelf is loaded after the list.
  await page.locator('[data-shelf=popular] li').first().waitFor()
}

/** Presses one of the bar's buttons; on a phone the less important ones are in a menu. */
async function press(page: Page, words: Words, name: string): Promise<void> {
  const bar = page.getByRole('region', { name: words('player:bar'), exact: true })
  const wanted = bar.getByRole('button', { name, exact: true })
  if (!(await wanted.isVisible())) await bar.getByRole('button', { name: words('player:more') }).click()
  await wanted.click()
}

/** Chooses a settings file with some changes, an invalid and an unknown setting. */
async function settingsFile(page: Page): Promise<void> {
  await hydrated(page)
  const settings = { colorScheme: 'light', rewindSeekTime: 7, keepScreenOn: true, playerStyle: 'round', theme: 'rain' }
  const file = JSON.stringify({ format: 'otodana-settings', formatVersion: 1, settings })
  await page
    .locator('input[type=file][accept*=json]')
    .setInputFiles({ name: 'settings.json', mimeType: 'application/json', buffer: Buffer.from(file) })
  await opened(page).waitFor()
}

/** Chooses subtitle packages: a valid one, a truncated one, and a file that is not a zip. */
async function packagesGiven(page: Page): Promise<void> {
  await hydrated(page)
  const lines = strToU8('WEBVTT\n\n00:01.000 --> 00:30.900\n雨の音を聞いていました。\n')
  const rain = zipSync({
    'RJ01000001/本編/トラック01_夕立に降られて.mp3.vtt': lines,
    'RJ01000001/本編/トラック02_縁側の雨音.mp3.vtt': lines,
    'RJ01000033/01.vtt': lines,
    'おまけ/メモ.lrc': strToU8('[00:01.00]…'),
  })
  const given = [
    { name: '雨の日の字幕パック 2026-05.zip', buffer: Buffer.from(rain) },
    { name: 'cut off.zip', buffer: Buffer.from(rain.subarray(0, 200)) },
    { name: 'cover.zip', buffer: Buffer.from('no zip') },
  ]
  await page
    .locator('#local-subtitles input[type=file]')
    .setInputFiles(given.map((file) => ({ ...file, mimeType: 'application/zip' })))
  await page.locator('#local-subtitles [role=log] > ul > li').nth(2).waitFor()
  await page.locator('#local-subtitles').scrollIntoViewIfNeeded()
}

async function packageAsked(page: Page): Promise<void> {
  await packagesGiven(page)
  await page.locator('#local-subtitles li button[aria-haspopup=dialog]').click()
  await opened(page).waitFor()
}

/** Shows a work with subtitles on this device, below its files. */
async function subtitlesOfWork(page: Page): Promise<void> {
  await packagesGiven(page)
  await follow(page, WORK)
  const list = page.locator('section:has(a[href="/settings#local-subtitles"])')
  await list.scrollIntoViewIfNeeded()
}

/** Prepares a database of the first version that another tab blocks, or that cannot be migrated. */
function oldDatabase(isHeld: boolean): NonNullable<Screen['before']> {
  return async (page) => {
    const other = isHeld ? await page.context().newPage() : page
    await other.route('**/held', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
    await other.goto('/held')
    await other.evaluate(
      (mustStay) =>
        new Promise<void>((resolve) => {
          const request = indexedDB.open('local-subtitles', 1)
          request.addEventListener('upgradeneeded', () => {
            for (const name of ['subtitle_package', 'subtitle_content', 'subtitle_record'])
              request.result.createObjectStore(name, { keyPath: 'id', autoIncrement: true })
            request.transaction?.objectStore('subtitle_content').add({ content: 42, file_hash: 'a' })
          })
          request.addEventListener('success', () => {
            Object.assign(window, { held: request.result })
            if (!mustStay) request.result.close()
            resolve()
          })
        }),
      isHeld,
    )
  }
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

async function sleepOpen(page: Page, words: Words): Promise<void> {
  await playing(page)
  await press(page, words, words('player:sleep.label'))
  await opened(page).waitFor()
}

/** Waits for the folder that the work opens at. */
async function folderOpen(page: Page): Promise<void> {
  await playing(page)
  await page.locator('#work-tree > details > summary').click()
  await page.locator('#work-tree').scrollIntoViewIfNeeded()
}

/** Opens the dialog or menu of a button with one of these texts. */
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

async function addingTags(page: Page, words: Words): Promise<void> {
  await behind('work-detail:editTags')(page, words)
  await button(page, words('tag-votes:add.open')).click()
  const offered = opened(page).getByRole('checkbox', { disabled: false })
  await offered.first().check()
  await offered.nth(3).check()
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

/** Opens a work without a connection. */
async function offline(page: Page): Promise<void> {
  await hydrated(page)
  await settled(page)
  await page.context().setOffline(true)
  await page.locator('article h2 a').first().click()
  await page.getByRole('main').getByRole('alert').waitFor()
}

/** Keeps the work that is shown, and waits until all of it is on the device. */
async function kept(page: Page, words: Words): Promise<void> {
  await hydrated(page)
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
  await behind('kept:keep')(page, words)
  await button(page, words('kept:dialog.keep')).click()
  await opened(page)
    .getByRole('button', { name: words('ui:close') })
    .click()
  await button(page, words('kept:state.whole')).waitFor()
}

async function keptShelf(page: Page, words: Words): Promise<void> {
  await kept(page, words)
  await follow(page, '/kept')
  await page.getByRole('main').getByRole('article').first().waitFor()
}

/** Rates a work without a connection, and opens the list of what waits. */
async function unsent(page: Page, words: Words): Promise<void> {
  await hydrated(page)
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/loaded-outbox-')),
  )
  // Loads the menu.
  await accountOpen(page)
  await page.keyboard.press('Escape')
  await page.context().setOffline(true)
  await page
    .getByRole('group', { name: words('reviews:rating.label'), exact: true })
    .locator('label')
    .nth(3)
    .click()
  await page.getByText(words('outbox:mark'), { exact: true }).first().waitFor()
  await accountOpen(page)
  // Their number is in its text.
  await opened(page).getByRole('button').filter({ hasText: '1' }).click()
  await opened(page).getByRole('listitem').first().waitFor()
}

/** Answers the polls for a mail. */
const looked = (answer: object) => (route: Route) => route.fulfill({ json: { attempt: 3, refused: null, ...answer } })

/** Simulates a server that receives mail. */
function withMail(look: (route: Route) => Promise<void>): NonNullable<Screen['before']> {
  return async (page) => {
    const begun = {
      verifyId: 'picture',
      address: 'verify@shelf.example',
      subject: 'Otodana: link this mail address to the account よもぎ-listens (7k4m-2qxp-9dtr-h3wn)',
      expiresAt: new Date(Date.now() + 1_765_000).toISOString(),
      maxAttempts: 180,
      retrySeconds: 10,
    }
    await page.route('**/api/auth/me', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...((await response.json()) as object), mail: true } })
    })
    await page.route(/\/api\/auth\/(?:link-email|reset-password)$/, (route) => route.fulfill({ json: begun }))
    await page.route('**/api/auth/*/check', look)
  }
}

/** Submits the password, so that the mail is waited for. */
async function linking(page: Page, words: Words): Promise<void> {
  await behind('accounts:settings.email.link')(page, words)
  await opened(page).locator('input[type=password]').fill('rain on the roof')
  await page.keyboard.press('Enter')
  await button(page, words('accounts:proof.look')).click()
}

async function resetting(page: Page, words: Words): Promise<void> {
  await behind('shell:account.logIn')(page, words)
  await button(page, words('accounts:logIn.forgotten')).click()
  await opened(page).locator('input[name=name]').fill('よもぎ-listens')
}

const refuse = (glob: string) => (page: Page) => page.route(glob, (route) => route.abort())

/** Opens the choice of a work's files to download. */
async function downloadChoice(page: Page, words: Words): Promise<void> {
  await behind('work-detail:downloadAll')(page, words)
  await opened(page).locator('input[type=checkbox]').first().waitFor()
}

async function aboutWork(page: Page): Promise<void> {
  await hydrated(page)
  await page.locator('main a[href^="/series/"]').scrollIntoViewIfNeeded()
}

async function editHistory(page: Page, words: Words): Promise<void> {
  await behind('editing:open')(page, words)
  await opened(page).getByText(words('editing:tabs.history'), { exact: true }).click()
}

/** Opens the first series from the list of all. */
async function firstSeries(page: Page): Promise<void> {
  await hydrated(page)
  // Not the links that order the list.
  await page.locator('main a[href^="/series/"]').first().click()
  await page.locator('main ol article').first().waitFor()
}

/** Selects some works, with the bar of what can be done with them. */
async function selecting(page: Page, words: Words): Promise<void> {
  await hydrated(page)
  await button(page, words('works:select')).click()
  await button(page, words('work-selection:page')).click()
}

async function editingSelection(page: Page, words: Words): Promise<void> {
  await selecting(page, words)
  await button(page, words('work-selection:edit')).click()
  await opened(page).waitFor()
}

async function addingSelection(page: Page, words: Words): Promise<void> {
  await selecting(page, words)
  await button(page, words('work-selection:addToPlaylist')).click()
  await opened(page).getByRole('list').waitFor()
}

/** Shows a section of the administration. */
async function atSection(page: Page, title: string): Promise<void> {
  await hydrated(page)
  await page.getByRole('region', { name: title }).evaluate((section) => section.scrollIntoView())
}

/** Saves some files to the browser's private folder; the others never arrive. */
async function downloadRunning(page: Page, words: Words): Promise<void> {
  await downloadChoice(page, words)
  await page.evaluate(() =>
    Object.assign(window, {
      async showDirectoryPicker() {
        return (await navigator.storage.getDirectory()).getDirectoryHandle('Music', { create: true })
      },
    }),
  )
  let asked = 0
  // Only the first three are answered.
  await page.route('**/api/media/download/**', (route) => (++asked <= 3 ? route.continue() : undefined))
  await button(page, words('downloads:folder')).click()
  await opened(page).getByText(words('downloads:file.saved'), { exact: true }).nth(2).waitFor()
}

/** Every screen and dialog, by name. */
export const screens: Record<string, Screen> = {
  works: { path: '/works' },
  'works-member': { path: '/works', as: 'member', prepare: hydrated },
  select: { path: '/works', as: 'administrator', prepare: selecting },
  'select-edit': { path: '/works', as: 'administrator', prepare: editingSelection },
  'select-playlist': { path: '/works', as: 'member', prepare: addingSelection },
  compact: { path: '/works?displayMode=compact' },
  list: { path: '/works?displayMode=list&page=2' },
  search: { path: '/works?keyword=%24-age%3Aadult%24&sortOption=random' },
  filters: {
    path: '/works?keyword=%24tag%3A%E8%80%B3%E3%81%8B%E3%81%8D%24',
    prepare: async (page, words) => {
      await hydrated(page)
      // Its name has the number of those in use.
      await page
        .locator('main button[aria-haspopup=dialog]')
        .filter({ hasText: words('works:filters.button') })
        .click()
      await opened(page).locator('fieldset').nth(3).waitFor()
    },
  },
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
  'reset-password': { path: '/works', before: withMail(looked({})), prepare: resetting },
  'reset-password-new': {
    path: '/works',
    before: withMail(looked({ isReceived: true })),
    async prepare(page, words) {
      await resetting(page, words)
      await page.keyboard.press('Enter')
      await button(page, words('accounts:proof.look')).click()
      await opened(page).locator('input[name=repeat]').waitFor()
    },
  },
  'link-email': {
    path: '/settings',
    as: 'member',
    before: withMail(looked({ user: null })),
    prepare: behind('accounts:settings.email.link'),
  },
  'link-email-wait': { path: '/settings', as: 'member', before: withMail(looked({ user: null })), prepare: linking },
  'link-email-refused': {
    path: '/settings',
    as: 'member',
    before: withMail(looked({ user: null, refused: 'notGenuine' })),
    async prepare(page, words) {
      await linking(page, words)
      await page.getByText(words('accounts:proof.refused.notGenuine')).waitFor()
    },
  },
  'link-email-over': {
    path: '/settings',
    as: 'member',
    before: withMail((route) => route.fulfill({ status: 410, json: { error: 'auth.maxAttempts' } })),
    async prepare(page, words) {
      await linking(page, words)
      await page.getByText(words('errors-deferred:auth.maxAttempts')).waitFor()
    },
  },
  'link-email-done': {
    path: '/settings',
    as: 'member',
    before: withMail(async (route) => {
      const me = await route.fetch({ url: new URL('/api/auth/me', route.request().url()).href, method: 'GET' })
      const { user } = (await me.json()) as { user: object }
      await looked({ user: { ...user, email: 'yomogi@rain.example' } })(route)
    }),
    async prepare(page, words) {
      await linking(page, words)
      await page.getByText(words('accounts:linkEmail.done')).waitFor()
    },
  },
  work: { path: WORK, prepare: playing },
  'work-member': { path: WORK, as: 'member', prepare: hydrated },
  'work-files': { path: `${MUSEUM}?path=%5B%5D#work-tree`, prepare: hydrated },
  folder: { path: WORK, prepare: folderOpen },
  review: { path: WORK, as: 'member', prepare: behind('reviews:write', 'reviews:edit') },
  'add-to-playlist': { path: WORK, as: 'member', prepare: behind('playlists:menu.button') },
  keep: {
    path: WORK,
    hasWorker: true,
    prepare: async (page, words) => {
      await behind('kept:keep')(page, words)
      await button(page, words('kept:dialog.keep')).waitFor()
    },
  },
  kept: { path: WORK, hasWorker: true, prepare: keptShelf },
  'kept-empty': { path: '/kept', prepare: hydrated },
  unsent: { path: WORK, as: 'member', hasWorker: true, prepare: unsent },
  podcast: { path: WORK, as: 'member', prepare: behind('podcasts:open') },
  report: { path: WORK, prepare: behind('work-detail:report') },
  'download-question': { path: WORK, prepare: behind('work-detail:downloadAll') },
  download: { path: MUSEUM, prepare: downloadChoice },
  'download-zip': {
    path: WORK,
    before: (page) => page.addInitScript(() => Object.assign(window, { showDirectoryPicker: undefined })),
    prepare: downloadChoice,
  },
  'download-running': { path: MUSEUM, prepare: downloadRunning },
  'work-tags': { path: WORK, as: 'member', prepare: behind('work-detail:editTags') },
  'work-tags-add': { path: WORK, as: 'member', prepare: addingTags },
  'work-tags-rules': {
    path: WORK,
    as: 'member',
    async prepare(page, words) {
      await behind('work-detail:editTags')(page, words)
      await opened(page).locator('button[aria-pressed]').first().click()
      await button(page, words('tag-votes:rules.confirm')).waitFor()
    },
  },
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
  sleep: { path: WORK, prepare: sleepOpen },
  'work-facts': { path: WORK, prepare: aboutWork },
  'work-edit': { path: WORK, as: 'administrator', prepare: behind('editing:open') },
  'work-edit-history': { path: WORK, as: 'administrator', prepare: editHistory },
  'work-code': { path: WORK, as: 'administrator', prepare: behind('code-correction:open') },
  'work-look-up': { path: WORK, as: 'administrator', prepare: behind('metadata-lookup:button') },
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
  staff: { path: '/staff' },
  'series-list': { path: '/series' },
  series: { path: '/series', prepare: firstSeries },
  'names-edit': { path: '/circles', as: 'administrator', prepare: behind('names:edit') },
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
  'settings-subtitles-empty': { path: '/settings#local-subtitles', prepare: hydrated },
  'settings-subtitles': { path: '/settings#local-subtitles', prepare: packagesGiven },
  'settings-subtitles-delete': { path: '/settings#local-subtitles', prepare: packageAsked },
  'work-subtitles': { path: '/settings#local-subtitles', prepare: subtitlesOfWork },
  'upgrade-waiting': {
    path: '/about',
    before: oldDatabase(true),
    prepare: async (page) => opened(page).waitFor(),
  },
  'upgrade-failed': {
    path: '/about',
    before: oldDatabase(false),
    prepare: async (page) => page.locator('dialog[open] [role=alert]').waitFor(),
  },
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
  'admin-folders': {
    path: '/admin?part=library',
    as: 'administrator',
    isLive: true,
    prepare: (page, words) => atSection(page, words('admin:folders.title')),
  },
  'admin-exchange': {
    path: '/admin?part=library',
    as: 'administrator',
    isLive: true,
    prepare: (page, words) => atSection(page, words('admin:exchange.title')),
  },
  'admin-offline': {
    path: '/admin?part=library',
    as: 'administrator',
    isLive: true,
    async prepare(page) {
      await hydrated(page)
      await page.context().setOffline(true)
      await page.getByRole('main').locator('nav a, [role=tab]').nth(2).click()
      await page.waitForTimeout(1_500)
    },
  },
  'admin-feedback': { path: '/admin?part=feedback', as: 'administrator', prepare: hydrated },
  'admin-settings': { path: '/admin?part=settings', as: 'administrator', prepare: hydrated },
  'admin-security': { path: '/admin?part=security', as: 'administrator', prepare: hydrated },
  missing: { path: '/nowhere' },
  guest: { path: '/works', as: 'guest', prepare: hydrated },
}
