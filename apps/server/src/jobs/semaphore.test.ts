import { expect, test } from 'vitest'

import { createSemaphore } from './semaphore.ts'

test('no more tasks run at once than there are turns, in order, and a failed one gives its turn back', async () => {
  const { run, whenIdle } = createSemaphore(2)
  let running = 0
  let most = 0
  const started: number[] = []
  const results = await Promise.allSettled(
    Array.from({ length: 7 }, (_, index) =>
      run(async () => {
        started.push(index)
        most = Math.max(most, ++running)
        await Promise.resolve()
        running--
        if (index % 3 === 0) throw new Error(`no ${index}`)
        return index
      }),
    ),
  )
  await whenIdle()
  expect(most).toBe(2)
  expect(started).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(results.map(({ status }) => status === 'fulfilled')).toEqual([false, true, true, false, true, true, false])
})

test('what may wait comes after what may not, in order, and no longer once it may not wait either', async () => {
  const { run, whenIdle } = createSemaphore(1)
  const started: string[] = []
  const first = Promise.withResolvers<void>()
  let isWanted = false
  const enter = (name: string, mayWait?: () => boolean) =>
    run(async () => {
      started.push(name)
      if (name === 'first') await first.promise
      isWanted ||= name === 'live 1'
    }, mayWait)
  void enter('first', () => true)
  void enter('ahead 1', () => true)
  void enter('ahead 2', () => true)
  void enter('ahead 3', () => !isWanted)
  void enter('live 1')
  void enter('live 2')
  first.resolve()
  await whenIdle()
  expect(started).toEqual(['first', 'live 1', 'ahead 3', 'live 2', 'ahead 1', 'ahead 2'])
})

test('a task that is given up while it waits is not run, and holds up no other', async () => {
  const { run, whenIdle, waitingCount } = createSemaphore(1)
  const started: string[] = []
  const first = Promise.withResolvers<void>()
  const given = new AbortController()
  const enter = (name: string, signal?: AbortSignal) =>
    run(
      async () => {
        started.push(name)
        if (name === 'first') await first.promise
      },
      undefined,
      signal,
    )
  const running = enter('first', given.signal)
  const second = enter('second', given.signal)
  const third = enter('third')
  given.abort(new Error('not wanted'))
  await expect(second).rejects.toThrow('not wanted')
  expect(waitingCount()).toBe(1)
  first.resolve()
  await Promise.all([running, third])
  await whenIdle()
  await expect(enter('late', given.signal)).rejects.toThrow('not wanted')
  expect(started).toEqual(['first', 'third'])
})
