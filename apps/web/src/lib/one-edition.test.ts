import { expect, test } from 'vitest'

import { oneEditionEach } from './one-edition.ts'

const work = (id: number, edition_of: number, language: string | null = null) => ({ id, edition_of, language })

test('SER-24 editions of one work are one place of a series, in the preferred language', () => {
  const works = [work(1, 1), work(7, 1, 'ENG'), work(8, 1, 'CHI_HANS'), work(2, 2, 'JPN'), work(9, 9, 'ENG')]
  const shown = (...languages: string[]) => oneEditionEach(works, languages).map(({ id }) => id)
  expect(shown('ENG')).toEqual([7, 2, 9])
  expect(shown('CHI_HANT', 'CHI_HANS')).toEqual([8, 2, 9])
  expect(shown('JPN')).toEqual([1, 2, 9])
  expect(shown()).toEqual([1, 2, 9])
  expect(oneEditionEach([], ['ENG'])).toEqual([])
})
