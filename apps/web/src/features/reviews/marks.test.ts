import { progresses } from '@otodana/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { aWork } from '#test/a-work.ts'

import {
  changeOfFields,
  fieldsOfChange,
  hasMarks,
  marksOf,
  NO_MARKS,
  withChanges,
  withMarks,
  type MarksChange,
} from './marks.ts'

const aChange = fc.record<MarksChange>(
  {
    rating: fc.integer({ min: 0, max: 5 }),
    text: fc.string(),
    progress: fc.constantFrom(null, ...progresses),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<MarksChange>

test('REV-01 a work without marks has none of them', () => {
  expect(marksOf(aWork())).toEqual(NO_MARKS)
  expect(marksOf({ userRating: null, review_text: null, progress: null })).toEqual(NO_MARKS)
  expect(hasMarks(NO_MARKS)).toBe(false)
  expect(hasMarks({ ...NO_MARKS, text: 'x' })).toBe(true)
  expect(hasMarks({ ...NO_MARKS, rating: 1 })).toBe(true)
  expect(hasMarks({ ...NO_MARKS, progress: 'marked' })).toBe(true)
})

test('CRD-04 a rating of 0 is sent as null', () => {
  expect(fieldsOfChange({ rating: 0 })).toEqual({ rating: null })
  expect(fieldsOfChange({ rating: 3 })).toEqual({ rating: 3 })
})

test('REV-02 progress alone says nothing of rating and review', () => {
  expect(fieldsOfChange({ progress: null })).toEqual({ progress: null })
})

test('REV-01 what a call does not name stays as it is, and what waits is shown as it was entered', () => {
  fc.assert(
    fc.property(aChange, (change) => {
      const fields = fieldsOfChange(change)
      expect('rating' in fields).toBe('rating' in change)
      expect('review_text' in fields).toBe('text' in change)
      expect('progress' in fields).toBe('progress' in change)
      expect(changeOfFields(fields)).toEqual('text' in change ? { ...change, text: change.text.trim() } : change)
    }),
  )
})

test('CRD-04 of several changes under way each field has its last one; without a change that failed, the others', () => {
  const saved = { rating: 1, text: 'a', progress: null }
  const first = { rating: 3 }
  const second = { rating: 5, progress: 'listened' } as const
  expect(withChanges(saved, [first, second])).toEqual({ rating: 5, text: 'a', progress: 'listened' })
  expect(withChanges(saved, [first])).toEqual({ rating: 3, text: 'a', progress: null })
  expect(withChanges(saved, [])).toEqual(saved)
})

test('REV-04 in an answer only the work itself changes, and only in fields that the answer has', () => {
  const work = { ...aWork({ id: 1 }), userRating: 2 }
  const other = { ...aWork({ id: 2 }), userRating: 4 }
  const page = { works: [work, other], pagination: {} }
  const changed = withMarks(page, 1, { rating: 5, text: 'x', progress: 'listened' }) as typeof page
  expect(changed.works[0]).toEqual({ ...work, userRating: 5 })
  expect(changed.works[1]).toBe(other)
  const own = { ...work, review_text: null, progress: null }
  expect(withMarks(own, 1, { rating: 0, text: ' x ', progress: 'replay' })).toEqual({
    ...own,
    userRating: null,
    review_text: 'x',
    progress: 'replay',
  })
})

test('REV-04 an answer without the work is the very same one', () => {
  fc.assert(
    fc.property(fc.anything(), aChange, (answer, change) => {
      expect(withMarks(answer, -1, change)).toBe(answer)
    }),
  )
  const page = { works: [aWork({ id: 2 })] }
  expect(withMarks(page, 1, { rating: 5 })).toBe(page)
})
