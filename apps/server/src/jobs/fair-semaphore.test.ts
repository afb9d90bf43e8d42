import { expect, test } from 'vitest'

import { createFairSemaphore, NoRoom } from './fair-semaphore.ts'

/** A semaphore that runs one task at a time; the test ends each task. */
function aQueue(options: { lanes?: number; roomPerLane?: number } = {}) {
  const semaphore = createFairSemaphore({ atOnce: 1, lanes: 3, roomPerLane: 100, ...options })
  const begun: string[] = []
  const ends: (() => void)[] = []
  return {
    begun,
    add: (lane: number, key: string, name = key) =>
      semaphore.run(lane, key, async () => {
        begun.push(name)
        await new Promise<void>((end) => ends.push(end))
        return name
      }),
    /** Ends running tasks until there are none. */
    async drain() {
      for (let end = ends.shift(); end !== undefined; end = ends.shift()) {
        end()
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
  }
}

/** Handles expected rejections, so that they are not reported as unhandled. */
const outcome = (task: Promise<string>) =>
  task.then(
    () => 'done',
    (error: unknown) => (error instanceof NoRoom ? 'refused' : 'failed'),
  )

test('ATH-08 who is known goes before strangers, who have every fourth turn all the same', async () => {
  const queue = aQueue()
  const tasks = [queue.add(2, 'running')]
  for (const name of ['s1', 's2', 's3']) tasks.push(queue.add(2, name))
  for (const name of ['k1', 'k2', 'k3', 'k4']) tasks.push(queue.add(0, name))
  tasks.push(queue.add(1, 'a1'))
  await queue.drain()
  await Promise.all(tasks)
  expect(queue.begun).toEqual(['running', 'k1', 'k2', 'k3', 's1', 'k4', 'a1', 's2', 's3'])
})

test('ATH-08 networks take turns, however many tries each has', async () => {
  const queue = aQueue()
  const tasks = [queue.add(2, 'x', 'running')]
  for (const name of ['x1', 'x2', 'x3', 'x4']) tasks.push(queue.add(2, 'x', name))
  tasks.push(queue.add(2, 'y', 'y1'), queue.add(2, 'z', 'z1'), queue.add(2, 'y', 'y2'))
  await queue.drain()
  await Promise.all(tasks)
  expect(queue.begun).toEqual(['running', 'x1', 'y1', 'z1', 'x2', 'y2', 'x3', 'x4'])
})

test('ATH-08 a full lane refuses, and others have room', async () => {
  const queue = aQueue({ roomPerLane: 3 })
  const first = queue.add(2, 'running')
  const waiting = ['s1', 's2', 's3'].map((name) => queue.add(2, name))
  expect(await outcome(queue.add(2, 's4'))).toBe('refused')
  const known = queue.add(0, 'known')
  await queue.drain()
  expect(await Promise.all([first, known, ...waiting])).toHaveLength(5)
})

test('ATH-08 the network that has the most makes room for one that has fewer', async () => {
  const queue = aQueue({ roomPerLane: 3 })
  const first = queue.add(2, 'running')
  const crowd = ['c1', 'c2', 'c3'].map((name) => outcome(queue.add(2, 'crowd', name)))
  const one = outcome(queue.add(2, 'one'))
  expect(await crowd[2]).toBe('refused')
  // It has only one task more than the newcomer would have.
  expect(await outcome(queue.add(2, 'one', 'one again'))).toBe('refused')
  await queue.drain()
  await first
  expect(await Promise.all([...crowd, one])).toEqual(['done', 'done', 'refused', 'done'])
})

test('a task that fails hands its place over', async () => {
  const semaphore = createFairSemaphore({ atOnce: 1, lanes: 1, roomPerLane: 10 })
  const failing = semaphore.run(0, 'a', () => Promise.reject(new Error('no')))
  const next = semaphore.run(0, 'b', () => Promise.resolve('yes'))
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('yes')
  expect(await semaphore.run(0, 'c', () => Promise.resolve('again'))).toBe('again')
})
