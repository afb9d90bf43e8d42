import { expect, test } from 'vitest'

import { createDownloadQueue, type QueueDeps } from './download-queue.ts'
import type { PlannedFile } from './plan.ts'
import { CANCELLED, type SaveReport } from '../saving/save-one.ts'
import { createSpeedometer, secondsLeft } from '#lib/format/speed.ts'
import { DownloadError, type FailureKind } from './failure-kind.ts'

const aFile = (name: string): PlannedFile => ({
  hash: `7/${name}`,
  title: name,
  url: `/${name}`,
  path: [name],
  sizeBytes: 100,
})

type Saving = {
  name: string
  report: SaveReport
  signal: AbortSignal
  done: () => void
  fail: (error: unknown) => void
}

/** A queue whose files and waits the test completes. */
function aQueue(names: string[], { isOnline = () => true }: Partial<QueueDeps> = {}) {
  const savings: Saving[] = []
  const discarded: string[] = []
  const waits: { ms: number; pass: () => void }[] = []
  const queue = createDownloadQueue(names.map(aFile), {
    isOnline,
    now: () => 0,
    discard: async ({ title }) => void discarded.push(title),
    save: (file, report, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error))
        savings.push({ name: file.title, report, signal, done: () => resolve('saved'), fail: reject })
      }),
    pause: (ms, signal) =>
      new Promise((resolve, reject) => {
        waits.push({ ms, pass: resolve })
        signal?.addEventListener('abort', () => reject(new Error('early')))
      }),
  })
  const settle = () => new Promise((resolve) => setTimeout(resolve))
  return {
    queue,
    savings,
    discarded,
    waits,
    settle,
    last: (name: string) => savings.findLast((saving) => saving.name === name)!,
    statuses: () => queue.state().files.map(({ status }) => status),
    names: () => savings.map(({ name }) => name),
  }
}

test('DLD-02 two files are saved at a time, in their order, until all are', async () => {
  const { queue, savings, settle, statuses, names } = aQueue(['a', 'b', 'c'])
  expect(queue.state().status).toBe('paused')
  queue.start()
  expect(names()).toEqual(['a', 'b'])
  savings[0]!.report.onProgress(40)
  savings[1]!.report.onSize(300)
  expect(queue.state()).toMatchObject({ status: 'running', receivedBytes: 40, totalBytes: 500 })
  savings[1]!.done()
  await settle()
  expect([names(), statuses()]).toEqual([
    ['a', 'b', 'c'],
    ['running', 'saved', 'running'],
  ])
  savings[0]!.done()
  savings[2]!.done()
  await settle()
  expect(queue.state()).toMatchObject({ status: 'ended', receivedBytes: 500, totalBytes: 500, failedCount: 0 })
})

test('DLD-02 a pause stops what runs and keeps it, and going on takes it up again', async () => {
  const { queue, savings, settle, statuses, names } = aQueue(['a', 'b', 'c'])
  queue.start()
  savings[0]!.report.onProgress(40)
  queue.pause()
  expect(savings[0]!.signal.aborted).toBe(true)
  expect(savings[0]!.signal.reason).not.toBe(CANCELLED)
  await settle()
  expect([queue.state().status, statuses()]).toEqual(['paused', ['waiting', 'waiting', 'waiting']])
  expect(queue.state().receivedBytes).toBe(40)
  queue.start()
  expect(names()).toEqual(['a', 'b', 'a', 'b'])
  // Paused and resumed before the first had stopped: nothing runs twice.
  queue.pause()
  queue.start()
  expect(savings).toHaveLength(4)
  await settle()
  expect(names()).toEqual(['a', 'b', 'a', 'b', 'a', 'b'])
})

test('DLD-02 cancelling ends everything, starts nothing more, and resolves the promise', async () => {
  const { queue, savings, discarded, settle, names } = aQueue(['a', 'b', 'c'])
  queue.start()
  savings[1]!.report.onProgress(40)
  const cancelled = queue.cancel()
  expect(savings.map(({ signal }) => signal.reason as unknown)).toEqual([CANCELLED, CANCELLED])
  await cancelled
  await settle()
  expect([queue.state().status, names(), discarded]).toEqual(['cancelled', ['a', 'b'], ['b']])
  queue.start()
  queue.retry()
  expect(names()).toEqual(['a', 'b'])
})

test('DLD-02 a lost connection is retried less and less often, and any received byte resets the count', async () => {
  const { queue, waits, settle, last, statuses } = aQueue(['a'])
  queue.start()
  for (let tries = 0; tries < 9; tries++) {
    last('a').fail(new DownloadError('network'))
    await settle()
    expect(statuses()).toEqual(['resting'])
    waits.at(-1)!.pass()
    await settle()
  }
  expect(waits.map(({ ms }) => ms / 1_000)).toEqual([1, 2, 4, 8, 16, 30, 30, 30, 30])
  last('a').report.onProgress(10)
  last('a').fail(new DownloadError('busy', { waitSeconds: 45 }))
  await settle()
  expect([statuses(), waits.at(-1)!.ms]).toEqual([['resting'], 45_000])
  for (let tries = 0; tries < 9; tries++) {
    waits.at(-1)!.pass()
    await settle()
    last('a').fail(new DownloadError('network'))
    await settle()
  }
  expect(queue.state()).toMatchObject({
    status: 'ended',
    failedCount: 1,
    files: [{ status: 'failed', trouble: 'network' }],
  })
  queue.retry()
  await settle()
  expect([queue.state().status, statuses()]).toEqual(['running', ['running']])
  last('a').done()
  await settle()
  expect(queue.state()).toMatchObject({ status: 'ended', failedCount: 0 })
})

test('DLD-02 without a connection it waits for as long as that takes, and goes on at once when there is one', async () => {
  let isOnline = false
  const { queue, savings, waits, settle, last, statuses } = aQueue(['a'], { isOnline: () => isOnline })
  queue.start()
  for (let tries = 0; tries < 30; tries++) {
    last('a').fail(new DownloadError('network'))
    await settle()
    if (tries < 29) waits.at(-1)!.pass()
    await settle()
  }
  expect(statuses()).toEqual(['resting'])
  isOnline = true
  const before = savings.length
  queue.wake()
  await settle()
  expect(savings).toHaveLength(before + 1)
})

test.each<FailureKind>(['diskFull', 'permission', 'folderGone', 'signedOut'])(
  'DLD-02 %s stops everything, says why, and the visitor goes on when it has been seen to',
  async (trouble) => {
    const { queue, savings, settle, names } = aQueue(['a', 'b', 'c'])
    queue.start()
    savings[0]!.fail(new DownloadError(trouble))
    await settle()
    expect(savings[1]!.signal.aborted).toBe(true)
    expect(queue.state()).toMatchObject({ status: 'stopped', trouble })
    expect(names()).toEqual(['a', 'b'])
    queue.start()
    expect(queue.state()).toMatchObject({ status: 'running', trouble: null })
    expect(names()).toEqual(['a', 'b', 'a', 'b'])
  },
)

test.each<FailureKind>(['gone', 'refused', 'name', 'locked', 'write'])(
  'DLD-02 %s is one file’s: the others go on, and it is tried again only when the visitor says so',
  async (trouble) => {
    const { queue, savings, settle, last, statuses } = aQueue(['a', 'b', 'c'])
    queue.start()
    savings[0]!.fail(new DownloadError(trouble))
    await settle()
    expect(statuses()).toEqual(['failed', 'running', 'running'])
    queue.retry()
    expect(statuses()).toEqual(['waiting', 'running', 'running'])
    last('b').done()
    await settle()
    expect(statuses()).toEqual(['running', 'saved', 'running'])
  },
)

test('DLD-02 into another folder everything goes, what was saved too', async () => {
  const { queue, savings, settle, statuses } = aQueue(['a', 'b'])
  queue.start()
  savings[0]!.done()
  await settle()
  savings[1]!.fail(new DownloadError('folderGone'))
  await settle()
  expect(statuses()).toEqual(['saved', 'waiting'])
  queue.restart()
  expect(statuses()).toEqual(['running', 'running'])
})

test('DLD-02 the speed is that of the last seconds, and of what came over the line', () => {
  const speed = createSpeedometer()
  speed.note(0, 0)
  expect(speed.bytesPerSecond()).toBeNull()
  speed.note(2_000, 2_000)
  expect(speed.bytesPerSecond()).toBe(1_000)
  for (let second = 3; second <= 20; second++) speed.note(2_000 + second * 5_000, second * 1_000)
  expect(speed.bytesPerSecond()).toBe(5_000)
  speed.reset()
  expect(speed.bytesPerSecond()).toBeNull()
  expect(secondsLeft(10_000, 5_000)).toBe(2)
  expect([secondsLeft(10, null), secondsLeft(10, 0), secondsLeft(1e15, 1)]).toEqual([null, null, null])
})
