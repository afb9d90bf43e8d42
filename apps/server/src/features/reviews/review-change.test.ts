import { putReview } from '@otodana/contract'
import { expect, test } from 'vitest'
import * as z from 'zod'

import { readChange } from './review-change.ts'

const read = (body: object, query: object = {}) =>
  readChange(z.parse(putReview.body, { work_id: 1, ...body }), z.parse(putReview.query, query))

test.each<[string, object, object, object]>([
  [
    'REV-01 a dialog that sends a text',
    { rating: null, review_text: 'Calm', progress: null },
    {},
    { rating: null, reviewText: 'Calm', progress: null },
  ],
  [
    'REV-01 a dialog with an empty text',
    { rating: 4, review_text: ' ', progress: 'listened' },
    {},
    { rating: 4, reviewText: null, progress: 'listened' },
  ],
  [
    'REV-02 a progress menu that sends null for the rest',
    { rating: null, review_text: null, progress: 'replay' },
    {},
    { progress: 'replay' },
  ],
  ['CRD-04 a card that sends a rating', { rating: 5 }, {}, { rating: 5 }],
  ['CRD-04 one that calls it otherwise', { review_point: '3' }, {}, { rating: 3 }],
  ['CRD-04 a rating of 0, which is none', { rating: 0 }, {}, { rating: null }],
  ['CRD-04 a rating of 0 under the other name', { review_point: 0 }, {}, { rating: null }],
  [
    'a client that replaces all',
    { rating: null, review_text: null, progress: 'marked' },
    { starOnly: 'false' },
    { rating: null, reviewText: null, progress: 'marked' },
  ],
  [
    'a client that changes the progress only',
    { rating: null, review_text: null, progress: 'marked' },
    { starOnly: 'false', progressOnly: 'true' },
    { progress: 'marked' },
  ],
  [
    'a client that changes the rating only',
    { user_name: 'x', rating: 2 },
    { starOnly: 'true', progressOnly: 'false' },
    { rating: 2 },
  ],
  ['REV-02 a progress that is taken back', { progress: '', review_text: '' }, {}, { progress: null, reviewText: null }],
  ['nothing', {}, {}, {}],
])('API-06 %s is understood', (_, body, query, expected) => {
  expect(read(body, query)).toEqual(expected)
})

test('REV-01 what is no text of UTF-16 or holds NULs becomes one', () => {
  expect(read({ review_text: ' a\ud800b\0 ' })).toEqual({ reviewText: 'a\ufffdb' })
})
