import { expect, test } from 'vitest'

import type { Trouble } from '#lib/kept/messages.ts'
import type { KeptFile } from '#lib/kept/schema.ts'
import { aKeptFile } from '#lib/kept/test/a-kept-work.ts'

import { KeepError } from './keep-error.ts'
import { createKeeper } from './keeper.ts'
import { orderFiles } from './order-files.ts'

type Fetching = { id: number; signal: AbortSignal; done: () => void; fail: (error: unknown) => void }

/** A keeper whose files and waits the test completes. */
function aKeeper(...ids: number[]) {
  const fetchings: Fetching[] = []
  const troubles: (Trouble | null)[] = []
  const failed: string[] = []
  const settled: number[] = []
  const waits: { ms: number; pass: () => void }[] = []
  let waiting = ids.map((fileId) => aKeptFile({ fileId }))
  let hindrance: Trouble | null = null
  const remove = ({ fileId }: KeptFile) => (waiting = waiting.filter((file) => file.fileId !== fileId))
  const keeper = createKeeper({
    list: async () => waiting,
    fetchFile: (file, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error))
        const done = () => {
          remove(file)
          resolve()
        }
        fetchings.push({ id: file.fileId, signal, done, fail: reject })
      }),
    fail: async (file, state) => {
      remove(file)
      failed.push(`${file.fileId} ${state}`)
    },
    hindrance: () => hindrance,
    onTrouble: (trouble) => troubles.push(trouble),
    onSettled: ({ fileId }) => settled.push(fileId),
    pause: (ms, signal) =>
      new Promise((resolve, reject) => {
        waits.push({ ms, pass: resolve })
        signal?.addEventListener('abort', () => reject(new Error('early')))
      }),
  })
  const ending = new AbortController()
  const settle = () => new Promise((resolve) => setTimeout(resolve))
  return {
    keeper,
    troubles,
    failed,
    settled,
    waits,
    end: ending,
    running: keeper.run(ending.signal),
    begun: () => fetchings.map(({ id }) => id),
    last: (id: number) => fetchings.findLast((fetching) => fetching.id === id)!,
    settle,
    async replace(...next: number[]) {
      waiting = next.map((fileId) => aKeptFile({ fileId }))
      keeper.changed()
      await settle()
    },
    async hinder(by: Trouble | null) {
      hindrance = by
      keeper.changed()
      await settle()
    },
  }
}

test('OFF-02 two files are fetched at a time, in their order, until none waits', async () => {
  const { begun, last, settle, settled, running, troubles } = aKeeper(1, 2, 3)
  await settle()
  expect(begun()).toEqual([1, 2])
  last(2).done()
  await settle()
  expect(begun()).toEqual([1, 2, 3])
  last(1).done()
  last(3).done()
  await running
  expect([settled, troubles]).toEqual([[2, 1, 3], []])
})

test('OFF-07 a changed queue is followed: what is gone is left, what comes first is next', async () => {
  const { begun, last, settle, replace } = aKeeper(1, 2, 3)
  await settle()
  await replace(4, 2, 3)
  expect([last(1).signal.aborted, last(2).signal.aborted]).toEqual([true, false])
  expect(begun()).toEqual([1, 2, 4])
  await replace(5, 4, 2, 3)
  last(2).done()
  await settle()
  expect(begun()).toEqual([1, 2, 4, 5])
})

test('OFF-07 the order is that of works, then of their files; paused works and what is not waiting are left out', () => {
  const files = [
    aKeptFile({ workId: 1, fileId: 12, place: 2 }),
    aKeptFile({ workId: 1, fileId: 11, place: 1 }),
    aKeptFile({ workId: 2, fileId: 21 }),
    aKeptFile({ workId: 3, fileId: 31 }),
    aKeptFile({ workId: 3, fileId: 32, state: 'whole' }),
    aKeptFile({ workId: 4, fileId: 41 }),
    aKeptFile({ workId: 1, fileId: 13, owner: 9 }),
  ]
  const works = [1, 2, 3].map((workId) => ({ owner: 0, workId, place: -workId, isPaused: workId === 2 }))
  expect(orderFiles(works, files).map(({ fileId }) => fileId)).toEqual([31, 11, 12])
})

test('OFF-03 OFF-58 a lost connection is retried less and less often for as long as it lasts', async () => {
  const { begun, last, settle, waits, troubles, keeper } = aKeeper(1, 2)
  await settle()
  for (let round = 0; round < 7; round++) {
    last(1).fail(new KeepError('network'))
    last(2).fail(new KeepError('network'))
    await settle()
    waits.at(-1)!.pass()
    await settle()
  }
  expect(waits.map(({ ms }) => ms / 1_000)).toEqual([1, 2, 4, 8, 16, 30, 30])
  expect([begun().length, troubles]).toEqual([16, Array.from({ length: 7 }, () => ['network', null]).flat()])
  keeper.arrived()
  last(1).fail(new KeepError('busy', { waitSeconds: 45 }))
  await settle()
  expect(waits.at(-1)!.ms).toBe(45_000)
  // It is no lost connection: the server has answered.
  expect(troubles.at(-1)).toBe('busy')
  // The other file goes on.
  expect(last(2).signal.aborted).toBe(false)
})

test('OFF-03 when the connection is back it goes on at once', async () => {
  const { begun, last, settle, keeper } = aKeeper(1)
  await settle()
  last(1).fail(new KeepError('network'))
  await settle()
  keeper.wake()
  await settle()
  expect(begun()).toEqual([1, 1])
})

test.each(['signedOut', 'full', 'storage'] as const)(
  'OFF-06 %s stops everything and says why, until something is done about it',
  async (failure) => {
    const { begun, last, settle, keeper, troubles } = aKeeper(1, 2)
    await settle()
    last(1).fail(new KeepError(failure))
    await settle()
    expect([last(2).signal.aborted, troubles, begun()]).toEqual([true, [failure], [1, 2]])
    keeper.changed()
    await settle()
    // Something may have been removed.
    expect(begun()).toHaveLength(failure === 'full' ? 4 : 2)
    keeper.wake()
    await settle()
    expect([begun(), troubles.at(-1)]).toEqual([[1, 2, 1, 2], null])
  },
)

test.each(['vanished', 'refused'] as const)('OFF-06 %s is one file’s: the others are fetched', async (failure) => {
  const { begun, last, settle, failed, running } = aKeeper(1, 2, 3)
  await settle()
  last(1).fail(new KeepError(failure))
  await settle()
  expect([failed, begun()]).toEqual([[`1 ${failure}`], [1, 2, 3]])
  last(2).done()
  last(3).done()
  await running
})

test('OFF-53 a file for which a proxy answers is tried after the others, and is refused once those are fetched', async () => {
  const { begun, last, settle, waits, failed, running } = aKeeper(1, 2, 3, 4)
  const rest = async () => {
    await settle()
    waits.at(-1)!.pass()
    await settle()
  }
  await settle()
  // Both, as in a hotspot.
  last(1).fail(new KeepError('foreign'))
  last(2).fail(new KeepError('foreign'))
  await rest()
  expect([failed, begun()]).toEqual([[], [1, 2, 3, 4]])
  last(3).fail(new KeepError('foreign'))
  last(4).fail(new KeepError('foreign'))
  await rest()
  expect([failed, begun()]).toEqual([[], [1, 2, 3, 4, 1, 2]])
  last(2).done()
  await settle()
  last(1).fail(new KeepError('foreign'))
  await settle()
  expect(failed).toEqual(['1 refused'])
  last(3).done()
  await settle()
  last(4).done()
  await running
})

test('OFF-09 on a metered connection what runs is left, and goes on when there is another', async () => {
  const { begun, last, settle, hinder, troubles } = aKeeper(1)
  await settle()
  await hinder('metered')
  expect([last(1).signal.aborted, troubles]).toEqual([true, ['metered']])
  await hinder(null)
  expect([begun(), troubles.at(-1)]).toEqual([[1, 1], null])
})

test('OFF-03 ending it leaves what runs', async () => {
  const { end, last, settle, running } = aKeeper(1)
  await settle()
  end.abort()
  await running
  expect(last(1).signal.aborted).toBe(true)
})
