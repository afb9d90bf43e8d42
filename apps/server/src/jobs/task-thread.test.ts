import { expect, test } from 'vitest'

import { startTask } from './task-thread.ts'

const module = new URL('../../test/counting.worker.ts', import.meta.url)

/** Runs a task of the worker above; it answers with the number of tasks that its thread has run. */
function start(task: 'count' | 'wait' | 'throw') {
  const messages: number[] = []
  const thread = startTask<typeof task, number>({
    module,
    name: 'test',
    task,
    onMessage: (message) => void messages.push(message),
  })
  return { ...thread, messages }
}

test('a thread that has done its task is kept for the next one', async () => {
  for (const number of [1, 2]) {
    const { ended, messages } = start('count')
    await ended
    expect(messages).toEqual([number])
  }
})

test('two tasks at once have a thread each, and a message reaches its own', async () => {
  const waiting = start('wait')
  const other = start('wait')
  waiting.send('go on')
  await waiting.ended
  other.send('go on')
  await other.ended
  expect([...waiting.messages, ...other.messages]).toHaveLength(2)
})

test('a thread that failed or was killed is not used again', async () => {
  const failed = start('throw')
  await expect(failed.ended).rejects.toThrow('planned')
  const killed = start('wait')
  await killed.kill()
  await expect(killed.ended).rejects.toThrow('ended too early')
  const { ended, messages } = start('count')
  await ended
  expect(messages).toHaveLength(1)
})

test('what is sent to, or kills, a task that has ended does not reach the next one', async () => {
  const first = start('count')
  await first.ended
  const second = start('wait')
  first.send('go on')
  await first.kill()
  expect(second.messages).toEqual([])
  second.send('go on')
  await second.ended
})
