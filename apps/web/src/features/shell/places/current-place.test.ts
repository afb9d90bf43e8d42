import { expect, test } from 'vitest'

import { isOwnScreen, markOf, type Place } from './current-place.ts'

const places: Place[] = ['home', 'search', 'mine', 'you']
const marked = (path: string, isSearch = false) =>
  places.flatMap((place) => {
    const mark = markOf(place, path, isSearch)
    return mark === undefined ? [] : [`${place}: ${mark}`]
  })

test.each([
  ['/works', ['home: page']],
  ['/works/', ['home: page']],
  ['/popular', ['home: true']],
  ['/tags', ['search: true']],
  ['/history', ['mine: page']],
  ['/favourites/progress', ['mine: true']],
  ['/playlist', ['mine: true']],
  ['/kept', ['mine: true']],
  ['/settings', ['you: page']],
  ['/admin', ['you: true']],
  ['/work/RJ01000001', []],
  ['/nowhere', []],
])('NAV-33 on %s the places are marked %j', (path, marks) => {
  expect(marked(path)).toEqual(marks)
})

test('NAV-33 a search is marked as such and not as home', () => {
  expect(marked('/works', true)).toEqual(['search: true'])
})

test('NAV-33 the own screens have tabs, except a single playlist', () => {
  const paths = [
    '/history',
    '/favourites',
    '/favourites/folder',
    '/playlists',
    '/kept',
    '/playlist',
    '/works',
    '/historyx',
  ]
  expect(paths.filter(isOwnScreen)).toEqual(['/history', '/favourites', '/favourites/folder', '/playlists', '/kept'])
})
