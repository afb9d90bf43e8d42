import { randomInt } from 'node:crypto'

import type { APIRequestContext } from '@playwright/test'
import { strToU8, zipSync } from 'fflate'

import { expect, test } from './fixtures.ts'
import { longWork } from './long-work.ts'

const SECRET = 'rain on the roof'

/** Makes an account, of which one address has few. */
async function register(request: APIRequestContext, name: string): Promise<void> {
  const answer = await request.post('/api/auth/reg', {
    data: { name, password: SECRET },
    headers: { 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` },
  })
  expect(answer.status()).toBe(200)
}

test('ENG-06 a zip of subtitles is read, and its line is shown with the track', async ({ visit }) => {
  const [track] = longWork.tracks
  const line = 'The lamp is still lit.'
  const zip = zipSync({
    [`${longWork.code}/${track!.name}.vtt`]: strToU8(`WEBVTT\n\n00:00:00.000 --> 00:04:00.000\n${line}\n`),
  })
  await visit.open('/settings#local-subtitles')
  await visit.choose('#local-subtitles input[type=file]', 'night.zip', zip)
  await visit.expectText('#local-subtitles', '1 subtitle')
  await visit.expectText('#local-subtitles', 'night.zip')
  await visit.open(`/work/${longWork.code}`)
  await visit.click({ role: 'button', name: 'Play', within: 'main' })
  await visit.expectPlaying('Rain')
  await visit.click({ role: 'button', name: 'Subtitles' })
  await visit.expectText('section[aria-label=Subtitles]', line)
})

test('ENG-07 ENG-08 a member logs in, makes a playlist, and is known after a reload', async ({
  visit,
  request,
  engineName,
}) => {
  const name = `${engineName}${randomInt(1e9)}`
  await register(request, name)
  await visit.open('/playlists')
  await visit.click({ role: 'button', name: 'Log in', within: 'header' })
  await visit.type({ role: 'textbox', name: 'Name', within: 'dialog' }, name)
  await visit.click({ role: 'textbox', name: 'Password', within: 'dialog' })
  await visit.tab.type(SECRET)
  await visit.press('Enter')
  await visit.expectShown({ role: 'button', name: `Account: ${name}` })
  await visit.click({ role: 'button', name: 'New playlist' })
  await visit.type({ role: 'textbox', name: /^Name/, within: 'dialog' }, 'Rainy nights')
  await visit.click({ role: 'button', name: 'Create', within: 'dialog' })
  await visit.expectText('article', 'Rainy nights')
  await visit.reload()
  await visit.expectShown({ role: 'button', name: `Account: ${name}` })
  await visit.expectText('article', 'Rainy nights')
})

test('ENG-09 colours and language are set, and stay', async ({ visit }) => {
  await visit.open('/settings')
  await visit.click({ role: 'radio', name: 'Dark' })
  const scheme = () => visit.tab.run(() => getComputedStyle(document.documentElement).colorScheme)
  await expect.poll(scheme).toBe('dark')
  await visit.click({ role: 'radio', name: '日本語' })
  await expect.poll(() => visit.texts('h1')).toEqual(['設定'])
  await visit.reload()
  await expect.poll(() => visit.texts('h1')).toEqual(['設定'])
  await expect.poll(scheme).toBe('dark')
})
