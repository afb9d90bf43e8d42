import { expect, test } from 'vitest'

import { checkConditions, mayAnswerRange } from './conditional.ts'

const modifiedMs = Date.parse('2026-09-03T12:00:00.700Z')
const now = { etag: '"7-abc"', modifiedMs }
const sameSecond = 'Thu, 03 Sep 2026 12:00:00 GMT'
const before = 'Thu, 03 Sep 2026 11:59:59 GMT'
const after = 'Thu, 03 Sep 2026 12:00:01 GMT'

test.each([
  [{}, 'send'],
  [{ 'if-none-match': '"7-abc"' }, 'notModified'],
  [{ 'if-none-match': 'W/"7-abc"' }, 'notModified'],
  [{ 'if-none-match': '"x", W/"y" ,"7-abc"' }, 'notModified'],
  [{ 'if-none-match': '*' }, 'notModified'],
  [{ 'if-none-match': '"x"' }, 'send'],
  [{ 'if-none-match': '7-abc' }, 'send'],
  [{ 'if-none-match': '"a"7-abc"b"' }, 'send'],
  [{ 'if-modified-since': sameSecond }, 'notModified'],
  [{ 'if-modified-since': after }, 'notModified'],
  [{ 'if-modified-since': before }, 'send'],
  [{ 'if-modified-since': 'yesterday' }, 'send'],
  [{ 'if-modified-since': '0' }, 'send'],
  [{ 'if-modified-since': 'Thursday, 03-Sep-26 12:00:00 GMT' }, 'notModified'],
  [{ 'if-modified-since': 'Thu Sep  3 12:00:00 2026' }, 'notModified'],
  // An ETag has precedence over a date.
  [{ 'if-none-match': '"x"', 'if-modified-since': after }, 'send'],
  [{ 'if-match': '"7-abc"' }, 'send'],
  [{ 'if-match': '*' }, 'send'],
  [{ 'if-match': 'W/"7-abc"' }, 'failed'],
  [{ 'if-match': '"x"' }, 'failed'],
  [{ 'if-unmodified-since': before }, 'failed'],
  [{ 'if-unmodified-since': sameSecond }, 'send'],
  [{ 'if-match': '"7-abc"', 'if-unmodified-since': before }, 'send'],
  [{ 'if-match': '"x"', 'if-none-match': '"7-abc"' }, 'failed'],
] as const)('MED-01 the conditions %j give: %s', (headers, expected) => {
  expect(checkConditions(headers, now)).toBe(expected)
})

test.each([
  [undefined, true],
  ['"7-abc"', true],
  ['W/"7-abc"', false],
  ['"x"', false],
  [sameSecond, true],
  [before, false],
  [after, false],
  ['nonsense', false],
  ['', false],
])('MED-01 If-Range %j lets a range be answered: %s', (ifRange, expected) => {
  expect(mayAnswerRange(ifRange === undefined ? {} : { 'if-range': ifRange }, now)).toBe(expected)
})
