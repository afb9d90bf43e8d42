import { beforeEach, expect, test, vi } from 'vitest'

import { noteEntrance, readCameFrom, withEntrance } from './came-from.ts'

const library = { href: '/works?page=2#work-7', pathname: '/works', key: 'l', title: 'Library | Page 2' }
const tags = { href: '/tags', pathname: '/tags', key: 't', title: 'Tags' }
const aWork = (key: string) => ({ href: `/work/RJ${key}`, pathname: `/work/RJ${key}`, key, title: `Work ${key}` })
const fromLibrary = { href: '/works?page=2', title: 'Library | Page 2' }

beforeEach(() => sessionStorage.clear())

test('WRK-04 from work to work, the first place they were entered from is kept', () => {
  let known = withEntrance({}, library, aWork('1'))
  known = withEntrance(known, aWork('1'), aWork('2'))
  expect(known).toEqual({ 1: fromLibrary, 2: fromLibrary })
  known = withEntrance(known, aWork('2'), tags)
  known = withEntrance(known, tags, aWork('3'))
  expect(known[3]).toEqual({ href: '/tags', title: 'Tags' })
})

test('WRK-04 an entry that one comes back to keeps its own place, also where it has none', () => {
  const opened = withEntrance({}, null, aWork('1'))
  expect(opened).toEqual({ 1: null })
  expect(withEntrance(opened, tags, aWork('1'))).toBe(opened)
  // A work opened from outside has nothing to go back to.
  expect(withEntrance(opened, aWork('1'), aWork('2'))).toEqual({ 1: null, 2: null })
  expect(withEntrance(opened, library, tags)).toBe(opened)
})

test('WRK-04 it survives a reload, and so many entries are kept', () => {
  for (let n = 0; n < 60; n++) noteEntrance(n === 0 ? library : aWork(`${n - 1}`), aWork(`${n}`))
  expect(readCameFrom('59')).toEqual(fromLibrary)
  expect(readCameFrom('9')).toBeNull()
  expect(readCameFrom(undefined)).toBeNull()
  expect(Object.keys(JSON.parse(sessionStorage.getItem('came-from') ?? '') as object)).toHaveLength(50)
})

test('WRK-04 an address that is too long, or an entry that is broken, takes no other way back with it', () => {
  noteEntrance(library, aWork('1'))
  noteEntrance({ ...library, href: `/works?keyword=${'雨'.repeat(4_000)}` }, aWork('2'))
  noteEntrance(tags, aWork('3'))
  expect(readCameFrom('2')).toBeNull()
  expect([readCameFrom('1'), readCameFrom('3')?.href]).toEqual([fromLibrary, '/tags'])
  const kept = JSON.parse(sessionStorage.getItem('came-from') ?? '') as object
  sessionStorage.setItem('came-from', JSON.stringify({ ...kept, 4: 'broken' }))
  expect(readCameFrom('1')).toEqual(fromLibrary)
})

test.each([
  '{',
  'null',
  '[]',
  '{"1":5}',
  '{"1":{"href":"https://elsewhere.example/","title":"x"}}',
  '{"1":{"href":"//elsewhere.example","title":"x"}}',
  '{"1":{"href":"/\\\\elsewhere.example","title":"x"}}',
  '{"1":{"href":"/works"}}',
])('WRK-04 stored nonsense %s leads nowhere', (stored) => {
  sessionStorage.setItem('came-from', stored)
  expect(readCameFrom('1')).toBeNull()
})

test('WRK-04 where nothing can be stored, it is remembered as long as the page', () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  noteEntrance(library, aWork('1'))
  expect(readCameFrom('1')).toEqual({ href: '/works?page=2', title: library.title })
  full.mockRestore()
})
