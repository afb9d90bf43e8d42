import fc from 'fast-check'
import { expect, test } from 'vitest'

import { folderHref } from './folder-href.ts'

test('WRK-05 a link to a folder carries its path as JSON and leads to the tree', () => {
  expect(folderHref([])).toBe('?path=%5B%5D#work-tree')
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), (path) => {
      const url = new URL(folderHref(path), 'http://shelf.test/work/RJ01000001?path=x')
      expect(JSON.parse(url.searchParams.get('path')!)).toEqual(path)
      expect([url.pathname, url.hash]).toEqual(['/work/RJ01000001', '#work-tree'])
    }),
  )
})
