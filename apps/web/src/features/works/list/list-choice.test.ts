import { runInNewContext } from 'node:vm'

import { expect, test } from 'vitest'

import { SETTINGS_KEY, useSettings } from '#features/settings/index.ts'

import { addListChoice } from './list-choice.ts'
import { listChoiceScript } from './list-choice-script.ts'
import { searchDefaults } from '../works-search.ts'

const HOST = 'http://shelf.example'
const chosen = { displayMode: 'list', sortOption: 'release', pageSize: 60 } as const

/** Returns the URL after following a link. */
function followed(address: string, choice: Parameters<typeof addListChoice>[2] = chosen): string {
  const url = new URL(address, HOST)
  addListChoice(url.pathname, url, choice)
  return url.href.slice(HOST.length)
}

/** Returns the URL after opening it. */
function opened(address: string, stored: string | null): string {
  let href = new URL(address, HOST).href
  const root = { style: { visibility: '' } }
  const timers: (() => void)[] = []
  const location = {
    get href() {
      return href
    },
    replace: (to: string) => void (href = to),
  }
  const localStorage = { getItem: (name: string) => (name === SETTINGS_KEY ? stored : null) }
  const setTimeout = (then: () => void) => void timers.push(then)
  runInNewContext(listChoiceScript(), { URL, location, localStorage, setTimeout, document: { documentElement: root } })
  // The list being left is hidden, unless the other one fails to load.
  expect(root.style.visibility).toBe(href === new URL(address, HOST).href ? '' : 'hidden')
  for (const then of timers) then()
  expect(root.style.visibility).toBe('')
  return href.slice(HOST.length)
}

test.each([
  ['/works', '/works?displayMode=list&pageSize=60&sortOption=release'],
  [
    '/works?keyword=%24tag%3Arain%24',
    '/works?keyword=%24tag%3Arain%24&displayMode=list&pageSize=60&sortOption=release',
  ],
  // The URL has priority.
  ['/works?sortOption=id', '/works?sortOption=id&displayMode=list&pageSize=60'],
  ['/works?displayMode=detail&pageSize=20&sortOption=create_date', null],
  // A page number, or a position on it, belongs to the original list.
  ['/works?page=3', '/works?page=3&displayMode=list'],
  ['/works#work-1', null],
  // Other hashes are not positions.
  [
    '/works#tgWebAppData=query_id%3D1&tgWebAppVersion=8.0',
    '/works?displayMode=list&pageSize=60&sortOption=release#tgWebAppData=query_id%3D1&tgWebAppVersion=8.0',
  ],
  // Other lists of works have their own order.
  ['/popular', '/popular?displayMode=list'],
  ['/recommend?page=2', '/recommend?page=2&displayMode=list'],
  ['/favourites', null],
  ['/playlist?id=1', null],
  ['/work/RJ01000001', null],
])('LIB-15 LIB-16 %s is shown as this device has chosen, whether it is followed or opened', (address, expected) => {
  expect(followed(address)).toBe(expected ?? address)
  expect(opened(address, JSON.stringify({ version: 1, values: chosen }))).toBe(expected ?? address)
})

test('LIB-15 what is chosen by default leaves addresses as they are', () => {
  const defaults = useSettings.getInitialState()
  expect(defaults).toMatchObject({ displayMode: 'detail', sortOption: 'create_date', pageSize: 20 })
  expect(searchDefaults).toMatchObject({ displayMode: 'detail', sortOption: 'create_date', pageSize: 20 })
  expect(followed('/works', defaults)).toBe('/works')
  expect(followed('/works?displayMode=detail&sortOption=id', defaults)).toBe('/works?sortOption=id')
})

test.each([
  null,
  '',
  '{',
  '{"values":{"sortOption":{},"displayMode":"a b","pageSize":""}}',
  '{"values":null}',
  // From another version.
  '{"values":{"sortOption":"insert_time","displayMode":"grid","pageSize":24}}',
])('LIB-15 SET-03 stored nonsense %o leaves addresses as they are', (stored) => {
  expect(opened('/works?keyword=a', stored)).toBe('/works?keyword=a')
})

test('LIB-15 LIB-03 the random order that was chosen is another one at each visit', () => {
  const visits = Array.from({ length: 50 }, () => followed('/works', { sortOption: 'random' }))
  for (const visit of visits) expect(visit).toMatch(/^\/works\?sortOption=random-\d{1,2}$/)
  expect(new Set(visits).size).toBeGreaterThan(5)
})
