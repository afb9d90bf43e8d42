import { expect, test } from 'vitest'

import { isInMiniApp, type Environment } from './mini-app.ts'

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const plain: Environment = { userAgent: phone, hash: '' }

test.each<[string, Partial<Environment>]>([
  ['WeChat’s', { userAgent: `${phone} MicroMessenger/8.0.50 MiniProgramEnv/Mac` }],
  ['WeChat’s, by what it says in the page', { wxEnvironment: 'miniprogram' }],
  ['QQ’s', { userAgent: `${phone} QQ/9.0.1 miniProgram` }],
  ['LINE’s', { userAgent: `${phone} Mobile/15E148 Safari Line/15.12.1 LIFF` }],
  ['Telegram’s, where its script is there', { telegramData: 'query_id=AAH&user=%7B%7D&hash=c0ffee' }],
  ['Telegram’s, where it is not', { hash: '#tgWebAppData=query_id%3DAAH&tgWebAppVersion=8.0' }],
])('PLY-18 a mini-app is recognised: %s', (_, surroundings) => {
  expect(isInMiniApp({ ...plain, ...surroundings })).toBe(true)
})

test.each<[string, Partial<Environment>]>([
  ['a browser', {}],
  ['WeChat’s browser', { userAgent: `${phone} MicroMessenger/8.0.50`, wxEnvironment: 'browser' }],
  ['LINE’s browser', { userAgent: `${phone} Mobile/15E148 Safari Line/15.12.1` }],
  ['a page with Telegram’s script, elsewhere', { telegramData: '' }],
  ['what is no text', { telegramData: { user: {} } }],
  ['a list of files', { hash: '#work-tree' }],
  ['Telegram without user data', { hash: '#tgWebAppData=&tgWebAppVersion=8.0' }],
])('PLY-18 none is: %s', (_, surroundings) => {
  expect(isInMiniApp({ ...plain, ...surroundings })).toBe(false)
})
