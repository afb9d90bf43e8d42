/** Podcast feeds: a member copies an address, and an app reads it. */
import { randomInt } from 'node:crypto'

import type { Playlist, Session, Work } from '@otodana/contract'

import { expect, expectAccessible, test as base } from './fixtures.ts'
import { hydrated } from './hydrated.ts'
import { showListOptions } from './list-options.ts'

const test = base.extend({
  // Few accounts are made from one address.
  // oxlint-disable-next-line no-empty-pattern
  extraHTTPHeaders: async ({}, use) =>
    use({ 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` }),
})

test(
  'POD-09 a member creates, copies, renews and turns off the feed of a playlist, and finds that of a work',
  { tag: '@anyscreen' },
  async ({ page, request, allow }) => {
    allow(/status of 404/)
    const name = `pod${process.pid}x${randomInt(1_000_000)}`
    const registered = await request.post('/api/auth/reg', { data: { name, password: 'rain on the roof' } })
    const { token } = (await registered.json()) as Session
    const headers = { authorization: `Bearer ${token}` }
    const { works } = (await (await request.get('/api/works?pageSize=2')).json()) as { works: Work[] }
    const made = await request.post('/api/playlist/create-playlist', {
      data: { name: 'Quiet nights', works: works.map(({ id }) => id) },
      headers,
    })
    const { id } = (await made.json()) as Playlist
    await page.addInitScript((jwt) => localStorage.setItem('jwt-token', jwt), token)

    await page.goto(`/playlist?id=${id}`)
    await hydrated(page)
    await showListOptions(page)
    const open = page.getByRole('main').getByRole('button', { name: 'Podcast feed…' })
    await open.click()
    const dialog = page.getByRole('dialog', { name: 'Podcast feed' })
    await dialog.getByRole('button', { name: 'Create address' }).click()
    const field = dialog.getByRole('textbox', { name: 'Address of the feed' })
    await expect(field).toHaveValue(/\/feeds\/[\w-]{24}\.xml$/)
    await expect(dialog).toContainText('No app has fetched it yet.')
    await expectAccessible(page)

    const address = await field.inputValue()
    // As an app does: without a login.
    const feed = await fetch(address, { headers: { 'user-agent': 'Night Podcasts' } })
    expect([feed.status, (await feed.text()).includes('<title>Quiet nights</title>')]).toEqual([200, true])
    await dialog.getByRole('button', { name: 'Close' }).click()
    await open.click()
    await expect(dialog).toContainText('by Night Podcasts')
    await expect(field).toHaveValue(address)

    await dialog.getByRole('button', { name: 'Renew address' }).click()
    await dialog.getByRole('button', { name: 'Really renew' }).click()
    await expect(dialog).toContainText('This is the new address.')
    await expect(field).not.toHaveValue(address)
    expect((await fetch(address)).status).toBe(404)
    await dialog.getByRole('button', { name: 'Turn off' }).click()
    await dialog.getByRole('button', { name: 'Really turn off' }).click()
    await expect(dialog).toContainText('The feed is off.')
    await dialog.getByRole('button', { name: 'Close' }).click()

    await page.goto(`/work/${works[0]!.source_id}`)
    await open.click()
    await expect(dialog.getByRole('button', { name: 'Create address' })).toBeVisible()
  },
)
