import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { type Proxy, startProxy } from './proxy.ts'

const echo = createServer((socket) => {
  socket.on('error', () => {})
  socket.pipe(socket)
})
let proxy: Proxy
beforeEach(async () => {
  echo.listen(0, '127.0.0.1')
  await once(echo, 'listening')
  proxy = await startProxy(echoAt())
})
afterEach(async () => {
  await proxy[Symbol.asyncDispose]()
  echo.close()
  await once(echo, 'close')
})

function echoAt() {
  return { host: '127.0.0.1', port: (echo.address() as AddressInfo).port }
}

function aSocket({ port } = proxy): Socket & Disposable {
  const socket = connect(port, '127.0.0.1')
  return Object.assign(socket, { [Symbol.dispose]: () => void socket.destroy() })
}

async function open(through = proxy): Promise<Socket & Disposable> {
  const socket = aSocket(through)
  await once(socket, 'connect')
  return socket
}

/** What comes back of `text`, and after how many milliseconds. */
async function ask(socket: Socket, text: string | Buffer): Promise<{ answer: string; ms: number }> {
  const begunAt = performance.now()
  let answer = ''
  const { promise, resolve } = Promise.withResolvers<void>()
  const take = (bytes: Buffer) => {
    answer += String(bytes)
    if (answer.length >= text.length) resolve()
  }
  socket.on('data', take)
  socket.write(text)
  await promise
  socket.off('data', take)
  return { answer, ms: performance.now() - begunAt }
}

test('FLT-01 without a toxic all bytes pass, in both directions and to the end', async () => {
  using socket = await open()
  const text = 'rain '.repeat(100_000)
  expect((await ask(socket, text)).answer).toBe(text)
  const ended = once(socket, 'end')
  socket.end()
  socket.resume()
  await ended
})

test('FLT-01 latency delays an answer, and healed it is quick again', async () => {
  const slept: number[] = []
  const wake: (() => void)[] = []
  const sleep = (ms: number) => {
    slept.push(ms)
    return new Promise<void>((resolve) => wake.push(resolve))
  }
  await using slow = await startProxy(echoAt(), { sleep })
  using socket = await open(slow)
  using other = await open()
  // By then both ways are open.
  await ask(socket, 'a')
  await slow.inflict({ kind: 'latency', ms: 60 })
  const come: string[] = []
  const answer = ask(socket, 'b').then((got) => come.push(got.answer))
  // There and back.
  for (const times of [[60], [60, 60]]) {
    await expect.poll(() => slept).toEqual(times)
    // What was sent before this would have come before its answer.
    await ask(other, 'c')
    expect([slept, come]).toEqual([times, []])
    wake.shift()!()
  }
  await answer
  expect(come).toEqual(['b'])
  await slow.heal()
  expect((await ask(socket, 'd')).answer).toBe('d')
  expect(slept).toEqual([60, 60])
})

test('FLT-01 bandwidth limits how fast bytes pass', async () => {
  using socket = await open()
  await proxy.inflict({ kind: 'bandwidth', bytesPerSecond: 1_000_000 })
  expect((await ask(socket, Buffer.alloc(100_000, 'a'))).ms).toBeGreaterThan(95)
})

test('FLT-01 a cut resets open connections and new ones; healed, new ones work', async () => {
  using socket = await open()
  await ask(socket, 'a')
  const [first] = await Promise.all([once(socket, 'error'), proxy.inflict({ kind: 'cut' })])
  expect(first).toMatchObject([{ code: 'ECONNRESET' }])
  using second = aSocket()
  expect(await once(second, 'error')).toMatchObject([{ code: 'ECONNRESET' }])
  await proxy.heal()
  using third = await open()
  expect((await ask(third, 'a')).answer).toBe('a')
})

test('FLT-01 half-open connections are accepted and silent, and go on when they are healed', async () => {
  using socket = await open()
  await ask(socket, 'a')
  await proxy.inflict({ kind: 'halfOpen' })
  using late = await open()
  const answers = Promise.all([ask(socket, 'held'), ask(late, 'back')])
  const silence = Symbol('silence')
  const soon = new Promise((resolve) => setTimeout(resolve, 100, silence))
  expect(await Promise.race([answers, soon])).toBe(silence)
  await proxy.heal()
  expect((await answers).map(({ answer }) => answer)).toEqual(['held', 'back'])
})

test('FLT-01 refused connections find no listener, and the same port listens when it is healed', async () => {
  await proxy.inflict({ kind: 'refuse' })
  using refused = aSocket()
  expect(await once(refused, 'error')).toMatchObject([{ code: 'ECONNREFUSED' }])
  await proxy.heal()
  using socket = await open()
  expect((await ask(socket, 'a')).answer).toBe('a')
})
