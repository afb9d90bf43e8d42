import { MAX_COUNT_CHOICES, MAX_COUNT_GROUPS } from '@otodana/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { dialects } from '../../../test/databases.ts'
import { fill, openShelf, type Shelf } from '../../../test/shelf.ts'
import { strictPage } from '../../../test/strict-client.ts'

describe.each(dialects)('counts on %s', (dialect) => {
  let shelf: Shelf

  beforeAll(async () => {
    shelf = await openShelf(dialect)
    await fill(shelf)
  })
  afterAll(() => shelf.close())

  async function total(keyword: string): Promise<number> {
    return strictPage.parse((await shelf.post('/api/search/', { keyword })).body).pagination.totalCount
  }

  test('SRC-20 each choice is counted as the search with it lists it', async () => {
    const choices = ['$-age:adult$', '$price:300$', '$release:2020$ $-release:2024$', '$rate:4$']
    const groups = ['', '$tag:rain$'].map((keyword) => ({ keyword, choices }))
    const { status, body } = await shelf.post('/api/works/counts', { groups })
    expect(status).toBe(200)
    const expected = await Promise.all(
      groups.map(async ({ keyword }) => ({
        total: await total(keyword),
        choices: await Promise.all(choices.map((choice) => total(`${keyword} ${choice}`))),
        names: [],
      })),
    )
    expect(body).toEqual({ groups: expected })
  })

  test('SRC-20 the names that most works have are listed first', async () => {
    const { body } = await shelf.post('/api/works/counts', { groups: [{ keyword: '', names: 'language' }] })
    const { groups } = body as { groups: { total: number; names: { id: string; count: number }[] }[] }
    const counts = groups[0]!.names.map(({ count }) => count)
    expect(counts).toEqual(counts.toSorted((a, b) => b - a))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(groups[0]!.total)
  })

  test.each([
    ['groups', { groups: Array.from({ length: MAX_COUNT_GROUPS + 1 }, () => ({ keyword: '' })) }],
    ['choices', { groups: [{ keyword: '', choices: Array.from({ length: MAX_COUNT_CHOICES + 1 }, () => '') }] }],
    ['a choice', { groups: [{ keyword: '', choices: ['x'.repeat(301)] }] }],
    ['no groups', {}],
    ['an unknown kind of names', { groups: [{ keyword: '', names: 'staff' }] }],
  ])('SRC-20 too many or wrong %s are refused', async (_, body) => {
    expect((await shelf.post('/api/works/counts', body)).status).toBe(400)
  })
})
