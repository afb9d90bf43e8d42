import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'

import { showAnswer } from './show-answer.ts'

test('ADM-04 BAK-07 the answer to a command is not replaced by that to an earlier poll', async () => {
  const queryClient = new QueryClient()
  const queryKey = ['admin', 'backups']
  queryClient.setQueryData(queryKey, 'before')
  const late = Promise.withResolvers<string>()
  const poll = queryClient.fetchQuery({ queryKey, queryFn: () => late.promise })
  showAnswer(queryClient, queryKey, 'begun')
  late.resolve('before, told late')
  await poll.catch(() => undefined)
  expect(queryClient.getQueryData(queryKey)).toBe('begun')
})
