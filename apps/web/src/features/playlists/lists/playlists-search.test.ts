import { expect, test } from 'vitest'

import { playlistHref, playlistSearch, playlistsHref, playlistsSearch } from './playlists-search.ts'

const id = '2b5e7ab5-d994-4991-a53c-f1b6ae562d0e'

test('PLS-01 the lists’ filter and page are in the address; what is wrong there counts as left out', () => {
  expect(playlistsSearch({ filterBy: 'liked', page: '3' })).toEqual({ filterBy: 'liked', page: 3 })
  expect(playlistsSearch({ filterBy: 'theirs', page: '-1' })).toEqual({ filterBy: 'all', page: 1 })
  expect(playlistsSearch({ page: '1e3' })).toEqual({ filterBy: 'all', page: 1 })
  expect(playlistsHref({ filterBy: 'all', page: 1 })).toBe('/playlists')
  expect(playlistsHref({ filterBy: 'owned', page: 2 })).toBe('/playlists?filterBy=owned&page=2')
})

test('PLS-04 a playlist is named by its id, in any case; anything else is no playlist', () => {
  expect(playlistSearch({ id: id.toUpperCase(), page: 2 })).toEqual({ id, page: 2, keyword: '' })
  for (const wrong of [undefined, 12, '', `${id}0`, `../${id}`, ['x']])
    expect(playlistSearch({ id: wrong })).toEqual({ id: '', page: 1, keyword: '' })
  expect(playlistHref(id)).toBe(`/playlist?id=${id}`)
  expect(playlistHref(id, 2)).toBe(`/playlist?id=${id}&page=2`)
  expect(playlistSearch({ id, keyword: ' $tag:雨$ ' }).keyword).toBe('$tag:雨$')
  expect(playlistSearch({ id, keyword: ['x'] }).keyword).toBe('')
  expect(playlistHref(id, 2, 'a b')).toBe(`/playlist?id=${id}&keyword=a+b&page=2`)
})
