import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { ScanStatus } from '@otodana/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createEventReader, followScan } from './scan-events.ts'

const counts = { found: 9, done: 1, added: 1, changed: 0, unchanged: 0, missing: 0, filesRead: 4, problems: 0 }
const running: ScanStatus = { state: 'running', counts, last: null }

test('ADM-04 events are read whole, wherever the network cuts them, and nothing but those that are wanted', () => {
  const event = fc.record({
    name: fc.constantFrom('scan', 'other'),
    data: fc.string({ maxLength: 30 }),
  })
  fc.assert(
    fc.property(
      fc.array(event, { maxLength: 5 }),
      fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 40 }),
      (events, cuts) => {
        const sent = events
          .map(({ name, data }) => `: still here\n\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
          .join('')
        const read = createEventReader('scan')
        const found: string[] = []
        let at = 0
        for (const length of cuts) {
          found.push(...read(sent.slice(at, at + length)))
          at += length
        }
        found.push(...read(sent.slice(at)))
        expect(found.map((data) => JSON.parse(data) as unknown)).toEqual(
          events.filter(({ name }) => name === 'scan').map(({ data }) => data),
        )
      },
    ),
  )
})

test('ADM-04 an event that never ends is given up', () => {
  expect(() => createEventReader('scan')('x'.repeat(100_001))).toThrow(RangeError)
})

/** A server that answers like a proxy, and records requests. */
async function listening(answer: (response: ServerResponse) => void) {
  const bearers: (string | undefined)[] = []
  const server = createServer((request, response) => {
    bearers.push(request.headers.authorization)
    answer(response)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    bearers,
    fetch: ((path: string, init: RequestInit) => fetch(origin + path, init)) as typeof fetch,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

test('ADM-04 the scan is followed with the bearer until its stream ends or the visitor leaves', async () => {
  const status = `event: scan\ndata: ${JSON.stringify(running)}\n\n`
  const open = Promise.withResolvers<ServerResponse>()
  let isFirst = true
  const server = await listening((response) => {
    response.write(status)
    if (isFirst) response.end(status)
    else open.resolve(response)
    isFirst = false
  })
  const seen: ScanStatus[] = []
  const watch = { fetch: server.fetch, token: 'abc', onStatus: (one: ScanStatus) => seen.push(one) }
  await followScan({ ...watch, signal: new AbortController().signal })
  expect(seen).toEqual([running, running])

  const leave = new AbortController()
  const following = followScan({ ...watch, signal: leave.signal })
  const response = await open.promise
  const closed = new Promise((resolve) => response.once('close', resolve))
  await expect.poll(() => seen.length).toBe(3)
  leave.abort()
  await expect(following).rejects.toThrow('Network error')
  await closed
  expect(server.bearers).toEqual(['Bearer abc', 'Bearer abc'])
  server.stop()
})

test('ADM-04 a refused or broken stream says so, and the connection is given up', async () => {
  const refusing = await listening((response) => response.writeHead(403).end())
  const signal = new AbortController().signal
  await expect(followScan({ fetch: refusing.fetch, token: '', signal, onStatus: () => {} })).rejects.toMatchObject({
    status: 403,
  })
  refusing.stop()

  const closed = Promise.withResolvers<void>()
  const broken = await listening((response) => {
    response.once('close', closed.resolve)
    response.write('event: scan\ndata: {\n\n')
  })
  await expect(followScan({ fetch: broken.fetch, token: '', signal, onStatus: () => {} })).rejects.toMatchObject({
    status: 0,
    key: 'client.network',
  })
  await closed.promise
  broken.stop()
})
