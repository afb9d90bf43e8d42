import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { contract, coverPath, type Endpoint, errorStatus, Flag, PageSize, WorksQuery } from './index.ts'

describe('flags', () => {
  test.each([
    [0, 0],
    [1, 1],
    ['0', 0],
    ['1', 1],
    ['true', 1],
    ['false', 0],
    [true, 1],
    [false, 0],
    ['', 0],
    [undefined, 0],
  ])('API-06 the flag %j is %i', (given, expected) => {
    expect(z.parse(Flag, given)).toBe(expected)
  })

  test.each([2, '2', 'yes', -1, [], {}])('API-03 %j is no flag', (given) => {
    expect(z.safeParse(Flag, given).success).toBe(false)
  })
})

test('API-06 a list requested without parameters gets the defaults that clients rely on', () => {
  expect(z.parse(WorksQuery, {})).toEqual({
    order: 'create_date',
    sort: 'desc',
    page: 1,
    pageSize: 20,
    seed: 7,
    subtitle: 0,
    lyric: '',
    nsfw: 0,
    keyword: '',
    includeTranslationWorks: 1,
    editions: 'all',
    editionLanguages: [],
    withEditions: 0,
    'withPlaylistStatus[]': [],
  })
})

test.each(['500', '501', '999', '+999', '9999999999999999', '99999999999999999999', '9'.repeat(400), 501, 1e21])(
  'API-03 the page size %j counts as 500',
  (given) => {
    expect(z.parse(PageSize, given)).toBe(500)
  },
)

test.each(['0', '0'.repeat(20), '-1', '1.5', 'abc', '1e2', '20.0', ' ', 'NaN', '0x10', '-5', 0, -1, 1.5])(
  'API-03 the page size %j is rejected',
  (given) => {
    expect(z.safeParse(PageSize, given).success).toBe(false)
  },
)

test('API-01 no two calls share a method and a path', () => {
  const calls = Object.values<Endpoint>(contract).map(({ method, path }) => `${method} ${path}`)
  expect(new Set(calls).size).toBe(calls.length)
})

test('API-01 the parameters in a path are those of its schema', () => {
  for (const { path, params } of Object.values<Endpoint>(contract)) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const { properties = {} } = (params ? z.toJSONSchema(params, { io: 'input' }) : {}) as { properties?: object }
    expect(Object.keys(properties), path).toEqual(named)
  }
})

/** Texts that clients of this family compare with; they predate our error codes. */
const expressJwt = ['No authorization token was found', 'jwt expired', 'invalid token']

test('API-02 every error has an error status', () => {
  for (const [code, status] of Object.entries(errorStatus)) {
    if (!expressJwt.includes(code)) expect(code).toMatch(/^[a-z]+\.[a-zA-Z]+$/)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(600)
  }
})

test('MED-03 a cover has one path for each size', () => {
  expect(coverPath(1_234_567, '240x240')).toBe('/api/cover/1234567.jpg?type=240x240')
})
