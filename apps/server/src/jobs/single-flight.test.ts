import { expect, test } from 'vitest'

import { createSingleFlight } from './single-flight.ts'

const never = new AbortController().signal

test('those who ask for one thing share one task; it is aborted when the last of them has gone', async () => {
  const tasks = createSingleFlight<string>(never)
  const [one, two] = [new AbortController(), new AbortController()]
  const signals: AbortSignal[] = []
  const start = (signal: AbortSignal) => {
    signals.push(signal)
    return new Promise<string>((_, reject) => signal.addEventListener('abort', () => reject(new Error('given up'))))
  }
  const waiting = [tasks.join('a', one.signal, start), tasks.join('a', two.signal, start)]
  expect(signals.length).toBe(1)
  one.abort(new Error('one is gone'))
  await expect(waiting[0]).rejects.toThrow('one is gone')
  expect(signals[0]!.aborted).toBe(false)
  two.abort(new Error('two is gone'))
  await expect(waiting[1]).rejects.toThrow('two is gone')
  expect(signals[0]!.aborted).toBe(true)
  // A caller that arrives while the old task is ending gets a new one.
  expect(await tasks.join('a', never, () => Promise.resolve('made'))).toBe('made')
  await tasks.whenIdle()
})

test('closing ends every task; a failure reaches all who wait, and no later caller', async () => {
  const closing = new AbortController()
  const tasks = createSingleFlight<string>(closing.signal)
  const failing = [1, 2].map(() => tasks.join('a', never, () => Promise.reject(new Error('no'))))
  for (const each of failing) await expect(each).rejects.toThrow('no')
  expect(await tasks.join('a', never, () => Promise.resolve('yes'))).toBe('yes')
  const hanging = tasks.join('b', never, (signal) => {
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
  })
  closing.abort(new Error('closed'))
  await expect(hanging).rejects.toThrow('closed')
  await expect(tasks.join('b', never, () => Promise.resolve('late'))).rejects.toThrow('closed')
  await tasks.whenIdle()
})
