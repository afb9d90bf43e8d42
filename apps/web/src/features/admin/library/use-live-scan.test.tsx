import { setImmediate } from 'node:timers/promises'

import type { ScanStatus } from '@otodana/contract'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'

import { useSession } from '#features/accounts/index.ts'
import { createApi } from '#lib/api/api.ts'

import { SCAN } from '../admin.queries.ts'
import { useLiveScan } from './use-live-scan.ts'

const counts = { found: 1, done: 1, added: 0, changed: 0, unchanged: 1, missing: 0, filesRead: 0, problems: 0 }
const never: ScanStatus = { state: 'idle', counts: null, last: null }
const since = (minute: number): ScanStatus => ({
  state: 'idle',
  counts,
  last: {
    state: 'done',
    startedAt: '2026-01-01T00:00:00Z',
    finishedAt: `2026-01-01T00:0${minute}:00Z`,
    counts,
    error: null,
  },
})
const runningAfter = (status: ScanStatus): ScanStatus => ({ ...status, state: 'running', counts })

/** A page that shows the scan and the list of missing works, of a server that has not scanned yet. */
async function openPage(poll: () => Promise<Response> = () => Promise.resolve(Response.json(never))) {
  let events: ReadableStreamDefaultController<Uint8Array>
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (events = controller) })
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body)))
  useSession.setState({ token: 'a' })
  const api = createApi({ fetch: poll })
  const loadMissing = vi.fn<() => Promise<string[]>>(() => Promise.resolve([]))
  const queryClient = new QueryClient()
  function Page() {
    useQuery({ queryKey: ['admin', 'missing'], queryFn: loadMissing })
    useLiveScan(api)
    return null
  }
  const root = createRoot(document.createElement('div'))
  onTestFinished(() => act(async () => root.unmount()))
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <Page />
      </QueryClientProvider>,
    ),
  )
  const untilShown = (status: ScanStatus) =>
    vi.waitFor(() => act(async () => expect(queryClient.getQueryData(SCAN)).toEqual(status)))
  return {
    loadMissing,
    queryClient,
    untilShown,
    /** The server sends all of them at once. */
    async send(...statuses: [...ScanStatus[], ScanStatus]) {
      const text = statuses.map((status) => `event: scan\ndata: ${JSON.stringify(status)}\n\n`).join('')
      events.enqueue(new TextEncoder().encode(text))
      await untilShown(statuses.at(-1)!)
    },
  }
}

test('ADM-04 the page is refreshed when a scan has ended, also one that began and ended between two renders', async () => {
  const { loadMissing, send, untilShown } = await openPage()
  await untilShown(never)
  expect(loadMissing).toHaveBeenCalledTimes(1)
  await send(runningAfter(never), since(1))
  expect(loadMissing).toHaveBeenCalledTimes(2)
  await send(runningAfter(since(1)))
  expect(loadMissing).toHaveBeenCalledTimes(2)
  await send(since(2))
  expect(loadMissing).toHaveBeenCalledTimes(3)
})

test('ADM-04 the answer to a poll does not replace an event that came after its request', async () => {
  const polled = Promise.withResolvers<Response>()
  const { queryClient, send } = await openPage(() => polled.promise)
  await send(since(1))
  await act(async () => {
    polled.resolve(Response.json(runningAfter(never)))
    await setImmediate()
  })
  expect(queryClient.getQueryData(SCAN)).toEqual(since(1))
  expect(queryClient.isFetching()).toBe(0)
})
