/** The dialogs of members, editors and administrators with large text and in forced colours. */
import { enlargeText, expectRoom, expectSelectionSeen } from './access.ts'
import { expect, test as base, type Page } from './fixtures.ts'
import { follow } from './follow.ts'
import { showListOptions } from './list-options.ts'
import { openAs, startOwnSite } from './own-site.ts'

async function startSite() {
  const facts = [
    'title: 雨やどりの図書室～声をひそめて読む、長い夜のための十二の物語～',
    'circle: 月影工房',
    'voice_actors: [風見はるか, 白瀬みお]',
    'tags: [雨音, 囁き, 図書館, 眠れない夜のための朗読]',
    'series: { name: 雨の日, number: 1 }',
  ]
  const site = await startOwnSite({
    RJ01230001: { '本編/01 雨音と、頁をめくる音.txt': '雨', 'otodana.yaml': facts.join('\n') },
    'RJ01230002 夕暮れの鐘': { '01.txt': '鐘' },
    'Rain without a code': { '01.mp3': '' },
  })
  return { ...site, admin: await site.register('the-keeper') }
}

const test = base.extend<{ site: Awaited<ReturnType<typeof startSite>> }>({
  site: async ({ startOnce }, use) => use(await startOnce(startSite)),
  baseURL: async ({ site }, use) => use(site.server.url),
})
test.describe.configure({ mode: 'default' })

/** Opens what each of the buttons opens, and closes it again. */
async function expectRoomBehind(page: Page, ...buttons: string[]): Promise<void> {
  for (const name of buttons) {
    await test.step(name, async () => {
      await page.getByRole('button', { name, exact: true }).first().click()
      const dialog = page.getByRole('dialog').last()
      await expect(dialog).toBeVisible()
      await expectRoom(page)
      await expectSelectionSeen(page)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    })
  }
}

test(
  'A11Y-01 A11Y-03 dialogs have room for text of twice the size on a phone, and show what is selected in forced colours',
  { tag: '@anyscreen' },
  async ({ page, site }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
    await enlargeText(page)
    await openAs(page, site.admin, '/work/RJ01230001')
    await expectRoom(page)
    await expectRoomBehind(page, 'Edit', 'Correct code…', 'Edit tags', 'Write a review', 'Add to playlist')
    await expectRoomBehind(page, 'Report a problem', 'Download all', 'Open menu')
    await follow(page, '/works')
    await showListOptions(page)
    await page.getByRole('button', { name: 'Select', exact: true }).click()
    await page.getByRole('button', { name: 'Select this page' }).click()
    await expectSelectionSeen(page)
    await expectRoomBehind(page, 'Add to playlist…', 'Edit…', 'History…')
    await page.getByRole('button', { name: 'Done' }).click()
    await follow(page, '/circles')
    await expectRoomBehind(page, 'Edit names')
    await follow(page, '/playlists')
    await expectRoomBehind(page, 'New playlist')
    await follow(page, '/settings')
    await expectRoomBehind(page, 'App passwords…', 'Import my data…', 'Delete account…')
    await follow(page, '/admin?part=library')
    await expectRoomBehind(page, 'Add a folder…', 'Scan and hide missing works…')
  },
)
