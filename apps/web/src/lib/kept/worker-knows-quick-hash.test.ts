import { expect, test } from 'vitest'

import { workerKnowsQuickHash } from './worker-knows-quick-hash.ts'

const withWorker = (postMessage: (message: unknown, ports: MessagePort[]) => void) => ({
  getRegistration: async () => ({ active: { postMessage } }) as unknown as ServiceWorkerRegistration,
})

test('OFF-15 pieces get the quick hash only while the service worker says that it knows it', async () => {
  const asked: unknown[] = []
  const knowing = withWorker((message, [port]) => {
    asked.push(message)
    port!.postMessage(true)
  })
  expect(await workerKnowsQuickHash(knowing)).toBe(true)
  expect(asked).toEqual([{ type: 'knowsQuickHash' }])
  // One of an earlier build does not know the question.
  expect(
    await workerKnowsQuickHash(
      withWorker(() => {}),
      0,
    ),
  ).toBe(false)
  expect(await workerKnowsQuickHash({ getRegistration: async () => undefined })).toBe(false)
  expect(await workerKnowsQuickHash(undefined)).toBe(false)
  expect(await workerKnowsQuickHash({ getRegistration: () => Promise.reject(new Error('forbidden')) })).toBe(false)
})
