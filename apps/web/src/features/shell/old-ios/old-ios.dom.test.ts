import { afterEach, expect, test } from 'vitest'

import { setBasePath } from '#lib/base-path.ts'

import { oldIosScript } from './old-ios.ts'
import { showOldIosNotice } from './show-old-ios-notice.ts'

const asks = () => document.head.querySelector('script[src="/old-ios-notice.js"]') !== null

afterEach(() => {
  localStorage.clear()
  document.head.replaceChildren()
  document.body.replaceChildren()
})

const safari = (system: string, version: string) =>
  `Mozilla/5.0 (${system}) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version} Mobile/15E148 Safari/604.1`
const iphone = (version: string) => `iPhone; CPU iPhone OS ${version} like Mac OS X`
const ipad = (version: string) => `iPad; CPU OS ${version} like Mac OS X`
const mac = 'Macintosh; Intel Mac OS X 10_15_7'

test.each([
  [safari(iphone('15_0'), '15.0'), 5, true],
  [safari(iphone('15_0_2'), '15.0'), 5, true],
  [safari(iphone('15_4_1'), '15.4'), 5, true],
  [safari(iphone('15_5'), '15.5'), 5, true],
  [safari(iphone('15_6'), '15.6'), 5, false],
  [safari(iphone('15_6_1'), '15.6.1'), 5, false],
  [safari(iphone('15_8_3'), '15.6.6'), 5, false],
  [safari(iphone('15_10'), '15.10'), 5, false],
  [safari(iphone('14_8'), '14.1.2'), 5, false],
  [safari(iphone('16_0'), '16.0'), 5, false],
  [safari(iphone('18_5'), '26.0'), 5, false],
  [safari(ipad('15_2'), '15.2'), 5, true],
  [
    `Mozilla/5.0 (${ipad('15_3_1')}) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/120.0.6099.119 Mobile/15E148`,
    5,
    true,
  ],
  // An iPad that identifies as a Mac, and a Mac.
  [safari(mac, '15.4'), 5, true],
  [safari(mac, '15.6.1'), 5, false],
  [safari(mac, '15.4'), 0, false],
  [`Mozilla/5.0 (${mac}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/115.0.0.0 Safari/537.36`, 0, false],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 7) AppleWebKit/537.36 Chrome/115.5.0.0 Mobile Safari/537.36', 5, false],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/115.0.0.0 Safari/537.36', 10, false],
])('NAV-11 %s with %i touch points is asked to update: %s', (userAgent, maxTouchPoints, isTold) => {
  // The script reads the page's navigator.
  Object.defineProperty(navigator, 'userAgent', { value: userAgent, configurable: true })
  Object.defineProperty(navigator, 'maxTouchPoints', { value: maxTouchPoints, configurable: true })
  const script = document.createElement('script')
  script.textContent = oldIosScript()
  document.head.append(script)
  expect(asks()).toBe(isTold)
})

test('NAV-11 the notice comes back when the page is taken over, until it has been read', async () => {
  const show = (name = 'old-ios-notice') => showOldIosNotice(() => (key) => key, name)
  const notice = () => document.querySelector('aside')
  show()
  expect(notice()?.getAttribute('aria-label')).toBe('title')
  document.body.replaceChildren()
  await expect.poll(notice).not.toBeNull()
  notice()?.querySelector('button')?.click()
  expect(notice()).toBeNull()
  show()
  expect(notice()).toBeNull()
})

test('SUB-04 the script of each base path stores under a name of its own that the notice was read', () => {
  Object.defineProperty(navigator, 'userAgent', { value: safari(iphone('15_0'), '15.0'), configurable: true })
  const nameBelow = (path: string) => {
    setBasePath(path)
    document.head.replaceChildren()
    const script = document.createElement('script')
    script.textContent = oldIosScript()
    document.head.append(script)
    return document.head.querySelector<HTMLScriptElement>('script[src]')?.dataset.name
  }
  expect(['/otodana', ''].map(nameBelow)).toEqual(['/otodana old-ios-notice', 'old-ios-notice'])
})
