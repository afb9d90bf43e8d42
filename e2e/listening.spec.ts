import type { Work } from '@otodana/contract'

import { expect, test, type Page } from './fixtures.ts'
import { hydrated } from './hydrated.ts'
import { expectMoving } from './playing.ts'

/** The works recommended to the listener with this id; without one, to an unknown listener. */
async function recommended(page: Page, recommenderUuid = ''): Promise<number[]> {
  const data = { recommenderUuid, pageSize: 100 }
  const answer = await page.request.post('/api/recommender/recommend-for-user', { data })
  return ((await answer.json()) as { works: Work[] }).works.map(({ id }) => id)
}

/** Up to the fastest that the player plays. */
const playFast = async (page: Page) => {
  for (let press = 0; press < 4; press++) await page.keyboard.press(']')
}

test(
  'PLY-15 ATH-03 REC-03 an anonymous visitor’s listening is reported once, also over a reload, and changes what is recommended',
  { tag: '@anyscreen' },
  async ({ page }) => {
    const { works } = (await (await page.request.get('/api/works?pageSize=100')).json()) as { works: Work[] }
    const work = works.filter(({ duration }) => duration >= 20).toSorted((a, b) => a.duration - b.duration)[0]!
    const told: { type: string; recommenderUuid: string; itemId: number }[] = []
    page.on('response', (response) => {
      if (response.url().endsWith('/api/recommender/feedback') && response.ok())
        told.push(response.request().postDataJSON() as (typeof told)[number])
    })
    const types = () => told.map(({ type }) => type)

    await page.goto(`/work/${work.id}`)
    await hydrated(page)
    await page.getByRole('button', { name: 'Play', exact: true }).first().click()
    await expect.poll(types, { timeout: 30_000 }).toContain('start-listen')
    const [id] = told.map(({ recommenderUuid }) => recommenderUuid)
    expect(await recommended(page, id)).toContain(work.id)
    await playFast(page)
    await expect.poll(types, { timeout: 60_000 }).toContain('listen-30percent')
    await page.reload()
    await hydrated(page)
    await page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Play', exact: true }).click()
    await expectMoving(page)
    // What sounded before all of the page was there is heard again.
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await expect.poll(types, { timeout: 60_000 }).toContain('listen-90percent')
    expect(types()).toEqual(['start-listen', 'listen-30percent', 'listen-60percent', 'listen-90percent'])

    expect(new Set(told.map(({ recommenderUuid }) => recommenderUuid))).toEqual(new Set([id]))
    expect(await page.evaluate(() => localStorage.getItem('settings'))).toContain(id)
    expect(told.every(({ itemId }) => itemId === work.id)).toBe(true)
    // The listener who has heard it to its end gets others; other listeners do not.
    await expect.poll(() => recommended(page, id)).not.toContain(work.id)
    expect(await recommended(page)).toContain(work.id)
  },
)

test('PLY-18 a Telegram mini-app is known from its first lines on', { tag: '@anyscreen' }, async ({ page, allow }) => {
  allow(/ERR_FAILED/)
  // Nothing but the page itself arrives: the first link may be followed before any code is there.
  await page.route('**/*.js', (route) => route.abort())
  await page.goto('/works#tgWebAppData=query_id%3DAAH&tgWebAppVersion=8.0', { waitUntil: 'commit' })
  await expect(page.getByRole('banner')).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('mini-app'))).toBe('telegram')
})
