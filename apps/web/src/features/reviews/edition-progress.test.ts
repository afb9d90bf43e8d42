import { expect, test } from 'vitest'

import { progressOfOthers, progressOnCard } from './edition-progress.ts'

const edition = (id: number, lang: string) => ({
  id,
  lang,
  title: '',
  source_id: `RJ${id}`,
  is_original: false,
  source_type: 'DLSITE',
})
const work = { id: 1, other_language_editions_in_db: [edition(2, 'ENG'), edition(3, 'CHI_HANS')] }

test('EDI-09 the page of an edition tells how far its listener is with the others', () => {
  const others = progressOfOthers({ ...work, edition_progress: { 1: 'marked', 3: 'listened' } })
  expect(others.map(({ lang, progress }) => [lang, progress])).toEqual([['CHI_HANS', 'listened']])
  expect(progressOfOthers(work)).toEqual([])
})

test.each([
  [{ 1: 'marked', 2: 'listened' }, 'marked', null],
  [{ 2: 'marked', 3: 'listened' }, 'listened', 'CHI_HANS'],
  [{ 2: 'replay' }, 'replay', 'ENG'],
] as const)('EDI-09 of %j, a card shows %s', (edition_progress, progress, lang) => {
  expect(progressOnCard({ ...work, edition_progress })).toMatchObject({ progress, lang })
})

test('EDI-09 without progress, a card shows none', () => {
  expect(progressOnCard({ ...work, edition_progress: {} })).toBeUndefined()
})
