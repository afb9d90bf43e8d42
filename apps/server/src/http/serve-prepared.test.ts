import { once } from 'node:events'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { brotliDecompressSync } from 'node:zlib'

import { endpoint } from '@otodana/contract'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { createHttp } from './create-http.ts'
import { createReusedBuffers } from './sending/reused-buffers.ts'
import { createPacker, type PreparedAnswer, servePrepared } from './serve-prepared.ts'
import { aGate } from '../../test/a-gate.ts'

const letters = endpoint({
  method: 'GET',
  path: '/api/letters/{letter}',
  summary: 'For tests',
  tag: 'Test',
  params: z.object({ letter: z.string() }),
  response: z.string(),
})

const opened: FastifyInstance[] = []
afterEach(() => Promise.all(opened.splice(0).map((app) => app.close())))

async function open(handle: (letter: string) => PreparedAnswer, checksResponses = false) {
  const log = pino({ level: 'silent' })
  const app = await createHttp({ gate: aGate(), log, publicUrl: null, trustProxy: false, checksResponses })
  servePrepared(app, letters, ({ params }) => handle(params.letter))
  opened.push(app)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return { app, url, port: Number(new URL(url).port) }
}

/** JSON of a repeated letter. */
function repeated(letter: string, length: number): PreparedAnswer['body'] {
  return (take) => {
    const bytes = take(length + 2).fill(letter)
    bytes[0] = bytes[length + 1] = 0x22
    return bytes
  }
}

test('memory that is reused never shows up in another answer, however slowly that is read', async () => {
  const length = 1_500_000
  /** Pipelined on one connection: more than socket buffers hold, so that sending waits for the reader. */
  const times = 8
  const { port } = await open((letter) => ({ tag: letter, body: repeated(letter, length) }))

  async function read(letter: string, reader: 'fast' | 'slow' | 'gone'): Promise<void> {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    const ask = (connection: string) =>
      `GET /api/letters/${letter} HTTP/1.1\r\nhost: x\r\nconnection: ${connection}\r\n\r\n`
    socket.write(ask('keep-alive').repeat(times - 1) + ask('close'))
    await once(socket, 'readable')
    if (reader === 'gone') return void socket.destroy()
    for (let turn = 0; reader === 'slow' && turn < 200; turn += 1) await setImmediate()
    const bodies = (await buffer(socket))
      .toString('latin1')
      .split(/HTTP\/1\.1 200 OK[^]*?\r\n\r\n/)
      .slice(1)
    expect(bodies.map((body) => body === `"${letter.repeat(length)}"`)).toEqual(
      Array.from({ length: times }, () => true),
    )
  }

  const readers = ['slow', 'fast', 'gone', 'fast', 'slow', 'fast'] as const
  await Promise.all(Array.from('abcdefghijkl', (letter, index) => read(letter, readers[index % readers.length]!)))
})

test('an answer that many ask for at once is made and packed once', async () => {
  let made = 0
  const { url } = await open((letter) => ({
    tag: letter,
    body: async (take) => {
      made += 1
      await setImmediate()
      return repeated(letter, 50_000)(take)
    },
  }))
  const headers = { 'accept-encoding': 'br' }
  const texts = await Promise.all(
    Array.from({ length: 10 }, async () => (await fetch(`${url}/api/letters/a`, { headers })).text()),
  )
  expect(new Set(texts)).toEqual(new Set([`"${'a'.repeat(50_000)}"`]))
  await (await fetch(`${url}/api/letters/a`, { headers })).text()
  expect(made).toBe(1)
})

test('one that could not be made is tried again by the next who asks', async () => {
  let tries = 0
  const { url } = await open((letter) => ({
    tag: letter,
    body: (take) => {
      tries += 1
      if (tries === 1) throw new Error('the database is away')
      return repeated(letter, 5_000)(take)
    },
  }))
  const headers = { 'accept-encoding': 'br' }
  expect((await fetch(`${url}/api/letters/a`, { headers })).status).toBe(500)
  expect((await fetch(`${url}/api/letters/a`, { headers })).status).toBe(200)
})

test('an answer without a tag is not cached', async () => {
  let made = 0
  const { url } = await open((letter) => ({
    tag: null,
    body: (take) => {
      made += 1
      return repeated(letter, 5_000)(take)
    },
  }))
  for (let time = 0; time < 2; time += 1) {
    const answer = await fetch(`${url}/api/letters/a`, { headers: { 'accept-encoding': 'br', 'if-none-match': '*' } })
    expect([answer.status, answer.headers.get('etag'), answer.headers.get('cache-control')]).toEqual([
      200,
      null,
      'no-store',
    ])
  }
  expect(made).toBe(2)
})

test('a small answer is sent as it is, a lasting one is packed well', async () => {
  const { app } = await open((letter) => ({
    tag: letter,
    body: repeated(letter, letter === 's' ? 500 : 400_000),
    isLasting: true,
  }))
  const headers = { 'accept-encoding': 'br' }
  const small = await app.inject({ url: '/api/letters/s', headers })
  expect([small.headers['content-encoding'], small.headers['content-length']]).toEqual([undefined, '502'])
  const large = await app.inject({ url: '/api/letters/l', headers })
  expect(brotliDecompressSync(large.rawPayload).length).toBe(400_002)
})

test('an answer that is kept takes no more memory than its own bytes', async () => {
  const { pack } = createPacker()
  for (const [encoding, length] of [
    ['br', 60_000],
    ['gzip', 60_000],
    ['br', 500],
  ] as const) {
    const { bytes } = await pack({ tag: 'x', body: repeated('x', length) }, encoding, `${encoding} ${length}`)
    expect(bytes.buffer.byteLength).toBe(bytes.length)
  }
})

test('an answer that breaks the contract is caught where answers are checked', async () => {
  const { app } = await open(() => ({ tag: 'x', body: () => Buffer.from('{"no":"string"}') }), true)
  expect((await app.inject('/api/letters/a')).statusCode).toBe(500)
})

test('memory that is given back is lent again, once; what came from elsewhere is left alone', () => {
  const { take, giveBack } = createReusedBuffers()
  const first = take(50_000)
  expect(first.length).toBe(50_000)
  giveBack(first)
  giveBack(first)
  giveBack(Buffer.from('elsewhere'))
  const [second, third] = [take(60_000), take(60_000)]
  expect(second.buffer).toBe(first.buffer)
  expect(third.buffer).not.toBe(first.buffer)
  const huge = take(3_000_000)
  giveBack(huge)
  expect(take(3_000_000).buffer).not.toBe(huge.buffer)
})
