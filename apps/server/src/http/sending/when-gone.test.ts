import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'

import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { mapErrors } from '../errors/errors.ts'
import { whenGone } from './when-gone.ts'

let http: FastifyInstance
let logged: string
/** A reply is thenable, so wrap it to return it from a promise. */
let asked: PromiseWithResolvers<{ reply: FastifyReply }>
let ended: PromiseWithResolvers<void>
beforeEach(async () => {
  asked = Promise.withResolvers()
  ended = Promise.withResolvers()
  logged = ''
  http = Fastify({ logger: { level: 'warn', stream: { write: (line) => void (logged += line) } } })
  mapErrors(http)
  http.get('/', (_request, reply) => asked.resolve({ reply }))
  http.get('/waits', async (_request, reply) => {
    const gone = whenGone(reply)
    asked.resolve({ reply })
    await once(gone, 'abort')
    ended.resolve()
    gone.throwIfAborted()
  })
  await http.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(() => http.close())

/** A client whose request has arrived, and a way to disconnect it. */
async function aVisitor(path = '/') {
  const { port } = http.server.address() as AddressInfo
  const request = httpRequest({ host: '127.0.0.1', port, path, agent: false }).on('error', () => {})
  request.on('response', (response) => response.resume())
  request.end()
  const { reply } = await asked.promise
  return { reply, leave: () => request.destroy() }
}

test('a visitor who disconnects is noticed while the answer is made', async () => {
  const { reply, leave } = await aVisitor()
  const signal = whenGone(reply)
  expect(signal.aborted).toBe(false)
  leave()
  await expect.poll(() => signal.aborted).toBe(true)
})

test('one who had left before is noticed as well', async () => {
  const { reply, leave } = await aVisitor()
  leave()
  await once(reply.raw, 'close')
  expect(whenGone(reply).aborted).toBe(true)
})

test('an answer that was sent to its end has no receiver any more either', async () => {
  const { reply } = await aVisitor()
  const signal = whenGone(reply)
  await reply.send('whole')
  await expect.poll(() => signal.aborted).toBe(true)
})

test('work that ends because its receiver is gone is not logged as a failure', async () => {
  const { leave } = await aVisitor('/waits')
  leave()
  await ended.promise
  // Closing waits for open responses.
  await http.close()
  expect(logged).toBe('')
})
