import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'

import { aWork } from '#test/a-work.ts'
import { stopAnswers, takeOff } from './use-removal.ts'

const id = '2b5e7ab5-d994-4991-a53c-f1b6ae562d0e'

test('PLS-04 what could not be removed is back at its place, and what was removed meanwhile is not', () => {
  const queryClient = new QueryClient()
  const works = [1, 2, 3].map((work) => ({ ...aWork({ id: work }), playlist_rel_place: work * 10 }))
  const key = ['playlist-works', id, 1, '']
  queryClient.setQueryData(key, { works, pagination: { totalCount: 3 } })
  queryClient.setQueryData(['playlist', id], { works_count: 3 })
  const shown = () => {
    const page = queryClient.getQueryData<{ works: { id: number }[]; pagination: { totalCount: number } }>(key)!
    const { works_count } = queryClient.getQueryData<{ works_count: number }>(['playlist', id])!
    return [page.works.map((work) => work.id), page.pagination.totalCount, works_count]
  }
  const { place, putBack } = takeOff(queryClient, id, works[1]!)
  expect(place).toBe(20)
  expect(shown()).toEqual([[1, 3], 2, 2])
  takeOff(queryClient, id, works[2]!)
  expect(shown()).toEqual([[1], 1, 1])
  putBack()
  expect(shown()).toEqual([[1, 2], 2, 2])
})

test('PLS-04 what was put back stays when an answer from before comes', async () => {
  const queryClient = new QueryClient()
  const works = [1, 2].map((work) => ({ ...aWork({ id: work }), playlist_rel_place: work * 10 }))
  const queryKey = ['playlist-works', id, 1, '']
  const ids = () => queryClient.getQueryData<{ works: { id: number }[] }>(queryKey)!.works.map((work) => work.id)
  queryClient.setQueryData(queryKey, { works, pagination: { totalCount: 2 } })
  const { putBack } = takeOff(queryClient, id, works[0]!)

  // Requested after the removal, and answered only after the work was restored.
  const answer = Promise.withResolvers<unknown>()
  const asked = queryClient.fetchQuery({ queryKey, queryFn: () => answer.promise }).catch(() => undefined)
  stopAnswers(queryClient, id)
  putBack()
  answer.resolve({ works: works.slice(1), pagination: { totalCount: 1 } })
  await asked
  expect(ids()).toEqual([1, 2])
})
