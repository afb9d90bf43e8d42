import type { ScanStatus } from '@otodana/contract'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'

import { SCAN } from '../admin.queries.ts'
import { showScan } from './show-scan.ts'

const idle: ScanStatus = { state: 'idle', counts: null, last: null }
const running: ScanStatus = { state: 'running', counts: null, last: null }
const counts = { found: 1, done: 1, added: 1, changed: 0, unchanged: 0, missing: 0, problems: 0, filesRead: 1 }

function answering() {
  const queryClient = new QueryClient()
  queryClient.setQueryData<ScanStatus>(SCAN, idle)
  const { promise, resolve } = Promise.withResolvers<ScanStatus>()
  const shown = showScan(queryClient, promise)
  const answer = async (status: ScanStatus) => {
    resolve(status)
    await shown
    return queryClient.getQueryData<ScanStatus>(SCAN)
  }
  return { queryClient, answer }
}

test('ADM-04 a scan that was begun is shown as running', async () => {
  expect(await answering().answer(running)).toEqual(running)
})

test('ADM-04 a scan that was over before its beginning was answered is not shown as running', async () => {
  const { queryClient, answer } = answering()
  const over: ScanStatus = { ...idle, counts }
  queryClient.setQueryData<ScanStatus>(SCAN, running)
  queryClient.setQueryData<ScanStatus>(SCAN, over)
  expect(await answer(running)).toEqual(over)
})
