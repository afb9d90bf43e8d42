import { MAX_REVIEW_LENGTH } from '@otodana/contract'
import { beforeEach, expect, test } from 'vitest'

import { noStorage } from '#test/a-storage.ts'

import { createDrafts, MOST_DRAFTS, type Draft } from './drafts.ts'

const KEY = 'review-drafts'
const open = () => createDrafts()
const saying = (text: string): Draft => ({ change: { text }, base: { text: '' } })

beforeEach(() => sessionStorage.clear())

test('REV-01 what was entered and not saved survives a reload, for its writer and the work it is about', () => {
  const draft: Draft = {
    change: { rating: 4, text: 'Half a thought', progress: null },
    base: { rating: 0, text: '', progress: 'marked' },
  }
  open().keep(1, 7, draft)
  expect(open().find(1, 7)).toMatchObject(draft)
  expect(open().find(2, 7)).toBeUndefined()
  expect(open().find(1, 8)).toBeUndefined()
  open().keep(1, 7, undefined)
  expect(open().find(1, 7)).toBeUndefined()
  expect(sessionStorage).toHaveLength(0)
})

test('REV-01 a tab keeps no more than twenty drafts, those written last, each no longer than a review', () => {
  const drafts = open()
  for (let work = 0; work <= MOST_DRAFTS; work++) drafts.keep(1, work, saying('x'))
  drafts.keep(1, 1, saying('written again'))
  drafts.keep(1, 100, saying('another'))
  const works = Array.from({ length: 101 }, (_, work) => work)
  const left = [1, ...works.slice(3, MOST_DRAFTS + 1), 100]
  expect(works.filter((work) => open().find(1, work))).toEqual(left)
  expect(works.filter((work) => drafts.find(1, work))).toEqual(left)
  sessionStorage.setItem(KEY, JSON.stringify([{ user: 1, work: 1, ...saying('x'.repeat(MAX_REVIEW_LENGTH + 1)) }]))
  expect(open().find(1, 1)?.change).toEqual({})
})

test('REV-01 what is broken spoils no other draft; without storage they last as long as the page', () => {
  const entry = { user: 1, work: 7, ...saying('whole') }
  for (const broken of [
    '',
    '{',
    'null',
    '{}',
    '[null]',
    '[{"user":"1","work":7}]',
    '[{"user":1,"work":7,"change":3}]',
  ]) {
    sessionStorage.setItem(KEY, broken)
    expect(open().find(1, 7)).toBeUndefined()
  }
  sessionStorage.setItem(KEY, JSON.stringify([null, 3, { ...entry, user: -1 }, entry]))
  expect(open().find(1, 7)).toMatchObject(saying('whole'))

  const forbidden = createDrafts(noStorage())
  forbidden.keep(1, 7, saying('here'))
  expect(forbidden.find(1, 7)).toMatchObject(saying('here'))
})
