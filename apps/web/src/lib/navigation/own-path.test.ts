import fc from 'fast-check'
import { expect, test } from 'vitest'

import { MAX_OWN_PATH, ownPath } from './own-path.ts'

test.each([
  ['/playlists', '/playlists'],
  ['/works?keyword=a%26b&page=2#list', '/works?keyword=a%26b&page=2'],
  ['/work/RJ01000001', '/work/RJ01000001'],
  ['//evil.example', null],
  ['/\\evil.example', null],
  ['/\t/evil.example', null],
  ['/.//evil.example', null],
  ['/x/..//evil.example', null],
  ['https://evil.example/works', null],
  ['javascript:alert(1)', null],
  ['works', null],
  ['/api/auth/me', null],
  ['', null],
  [7, null],
  [undefined, null],
  [`/${'a'.repeat(MAX_OWN_PATH)}`, null],
])('NAV-35 of %j the own path is %j', (text, path) => {
  expect(ownPath(text)).toBe(path)
})

test('NAV-35 whatever is named, a browser stays on this site', () => {
  const part = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    '//',
    '\t',
    '\n',
    ' ',
    '@',
    ':',
    '?',
    '#',
    '%2f',
    'evil.example',
    'a',
  )
  const isOwn = (path: string) => new URL(path, 'https://shelf.example/login').origin === 'https://shelf.example'
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const path = ownPath(`/${parts.join('')}`)
      expect(path === null || isOwn(path)).toBe(true)
    }),
  )
})
