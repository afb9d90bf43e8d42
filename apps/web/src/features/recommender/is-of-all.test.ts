import { expect, test } from 'vitest'

import { aWork } from '#test/a-work.ts'

import { isOfAll } from './is-of-all.ts'

const reason = { work_id: 1, because: { id: 2, title: 'Rain', source_id: 'RJ000002' } }

function aPage(currentPage: number, reasons: (typeof reason)[], works = [aWork({ id: 1 })]) {
  return { works, reasons, pagination: { currentPage, page: currentPage, pageSize: 20, totalCount: 40 } }
}

test('REC-01 that nothing is known of a listener is said on the first page, where no work has a reason, alone', () => {
  expect(isOfAll(aPage(1, []))).toBe(true)
  expect(isOfAll(aPage(1, [reason]))).toBe(false)
  expect(isOfAll(aPage(2, []))).toBe(false)
  expect(isOfAll(aPage(1, [], []))).toBe(false)
})
