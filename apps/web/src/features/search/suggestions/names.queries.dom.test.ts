import { listCircles, listFormerNames, listSeries } from '@otodana/contract'
import { suggest } from '@otodana/keyword'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'

import type { Api } from '#lib/api/api.ts'

import { suggestedNames } from './names.queries.ts'

const answers = new Map<unknown, unknown>([
  [listCircles, [{ id: 1, name: '月影工房', count: 3 }]],
  [
    listSeries,
    [
      { id: 1, name: 'Rain', count: 2 },
      { id: 2, name: 'Rain', count: 1 },
    ],
  ],
  [
    listFormerNames,
    [
      { kind: 'circle', id: 1, names: ['Tsukikage'] },
      { kind: 'tag', id: 1, names: ['Tsuki'] },
      { kind: 'series', id: 2, names: ['Drizzle'] },
    ],
  ],
])
const api = ((call: unknown) => Promise.resolve(answers.get(call))) as Api

test('EDT-73 a former name suggests the present one, and says which name was meant', async () => {
  const client = new QueryClient()
  const circle = await client.fetchQuery(suggestedNames.circles(api))
  const series = await client.fetchQuery(suggestedNames.series(api))
  const found = (typed: string) => suggest(typed, { circle, series }).items.filter(({ kind }) => kind === 'special')
  expect(found('tsuki')).toMatchObject([{ term: { value: '月影工房' }, count: 3, form: 'Tsukikage' }])
  expect(found('drizz')).toMatchObject([{ term: { value: 'Rain' }, count: 3, form: 'Drizzle' }])
})
