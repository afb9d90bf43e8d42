import { expect, test } from 'vitest'

import { dropDraft, findDraft, keepDraft } from './drafts.ts'

const EMPTY = { category: null, detail: '' }

test('WRK-07 what was written stays until it is sent, for its writer and the work it is about', () => {
  const draft = { category: 'other', detail: 'Half a sentence' } as const
  keepDraft(3, 1_000_001, draft)
  expect(findDraft(3, 1_000_001)).toEqual(draft)
  for (const [user, work] of [
    [0, 1_000_001],
    [4, 1_000_001],
    [3, 1_000_002],
  ] as const) {
    expect(findDraft(user, work)).toEqual(EMPTY)
  }
  dropDraft(3, 1_000_001)
  expect(findDraft(3, 1_000_001)).toEqual(EMPTY)
})

test('WRK-07 a form that was only opened leaves no draft; a choice alone is one', () => {
  keepDraft(0, 1, { category: null, detail: ' \n' })
  expect(findDraft(0, 1)).toEqual(EMPTY)
  keepDraft(0, 1, { category: 'noFiles', detail: '' })
  expect(findDraft(0, 1).category).toBe('noFiles')
  keepDraft(0, 1, EMPTY)
  expect(findDraft(0, 1)).toEqual(EMPTY)
})
