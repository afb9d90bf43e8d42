import { expect, test } from 'vitest'

import { parseSearch } from '#lib/navigation/search-params.ts'

import { adminHref, adminParts, adminSearch } from './admin-search.ts'

test('ADM-04 every part of the page has an address, and what is wrong in one counts as left out', () => {
  for (const part of adminParts) {
    const wanted = { part, q: '雨 & 42', page: 3, state: 'done' as const }
    expect(adminSearch(parseSearch(adminHref(wanted).slice('/admin'.length)))).toEqual(wanted)
  }
  const overview = { part: 'overview', q: '', page: 1, state: 'open' } as const
  expect(adminHref(overview)).toBe('/admin')
  for (const wrong of [
    '',
    '?part=nothing&page=0',
    '?page=-1',
    '?page=1.5',
    '?page=x',
    '?state=all',
    `?q=${'x'.repeat(101)}`,
  ]) {
    expect(adminSearch(parseSearch(wrong)), wrong).toEqual(overview)
  }
  expect(adminSearch(parseSearch('?q=12345')).q).toBe('12345')
})
