import { expect, test } from 'vitest'

import { dropDraft, findDraft, keepDraft } from './drafts.ts'

const EMPTY = { category: null, detail: '' }

test('WRK-07 what was written stays until it is sent, for its writer and the work or file it is about', () => {
  const draft = { category: 'other', detail: 'Half a sentence' } as const
  const subject = { userId: 3, workId: 1_000_001, hash: '1000001/2' }
  keepDraft(subject, draft)
  expect(findDraft({ ...subject })).toEqual(draft)
  for (const other of [
    { userId: 0 },
    { userId: 4 },
    { workId: 1_000_002 },
    { hash: '1000001/3' },
    { hash: undefined },
  ]) {
    expect(findDraft({ ...subject, ...other })).toEqual(EMPTY)
  }
  dropDraft(subject)
  expect(findDraft(subject)).toEqual(EMPTY)
})

test('WRK-07 a form that was only opened leaves no draft; a choice alone is one', () => {
  const subject = { userId: 0, workId: 1 }
  keepDraft(subject, { category: null, detail: ' \n' })
  expect(findDraft(subject)).toEqual(EMPTY)
  keepDraft(subject, { category: 'noFiles', detail: '' })
  expect(findDraft(subject).category).toBe('noFiles')
  keepDraft(subject, EMPTY)
  expect(findDraft(subject)).toEqual(EMPTY)
})
