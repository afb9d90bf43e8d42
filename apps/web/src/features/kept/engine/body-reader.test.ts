import { expect, test } from 'vitest'

import { readerOf } from './body-reader.ts'

const chunks = [new Uint8Array([1, 2, 3]), new Uint8Array(1_500_000).fill(4), new Uint8Array([5])]

async function readAll(body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Uint8Array> {
  const reader = readerOf(body)
  const parts: Uint8Array[] = []
  for (let bytes = await reader.read(); bytes !== null; bytes = await reader.read()) parts.push(bytes.slice())
  // After the end there is nothing.
  expect(await reader.read()).toBeNull()
  return Buffer.concat(parts)
}

const source = () => {
  const left = [...chunks]
  return (controller: ReadableStreamController<Uint8Array<ArrayBuffer>>) => {
    const next = left.shift()
    if (next) controller.enqueue(next.slice())
    else controller.close()
    // For a reader that waits with a buffer of its own.
    if (!next && 'byobRequest' in controller) controller.byobRequest?.respond(0)
  }
}

test.each([
  ['into one buffer', () => new ReadableStream({ type: 'bytes', pull: source() })],
  ['chunk by chunk where the stream is none of bytes', () => new ReadableStream({ pull: source() })],
])('OFF-02 a body is read %s', async (_, stream) => {
  expect(Buffer.compare(await readAll(stream()), Buffer.concat(chunks))).toBe(0)
})

test('OFF-03 a lost connection is an error, and one that is given up is closed', async () => {
  const lost = readerOf(
    new ReadableStream({ type: 'bytes', pull: (controller) => controller.error(new TypeError('lost')) }),
  )
  await expect(lost.read()).rejects.toThrow('lost')
  let reason: unknown = 'not closed'
  const left = readerOf(new ReadableStream({ type: 'bytes', cancel: (why) => void (reason = why) }))
  await left.cancel()
  expect(reason).toBeUndefined()
})
