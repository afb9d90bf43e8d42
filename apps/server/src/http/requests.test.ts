import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setInterval } from 'node:timers'
import { setTimeout as sleep } from 'node:timers/promises'

import type { FastifyInstance } from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'

import { createHttp } from './create-http.ts'
import { createLogger } from './logger.ts'

let http: FastifyInstance
let logged = ''
afterEach(() => http.close())

type Options = {
  requestTimeoutMs?: number
  maxEventLoopDelayMs?: number
  basePath?: string
  load?: () => Promise<void>
}

async function aServer({ basePath = '', load, ...options }: Options = {}) {
  logged = ''
  http = await createHttp({
    publicUrl: null,
    basePath,
    trustProxy: false,
    checksResponses: false,
    log: createLogger('trace', { write: (line) => void (logged += line) }),
    gate: { admit: () => ({ account: null, isAdmin: false }) },
    ...options,
  })
  http.route({
    method: ['GET', 'POST'],
    url: '/*',
    handler: ({ url, host, log }) => {
      log.error({ url }, 'told')
      return { url, host }
    },
  })
  await load?.()
  await http.listen({ host: '127.0.0.1', port: 0 })
}

/** Keeps the thread busy. */
function block(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end;);
}

function dial() {
  return connect((http.server.address() as AddressInfo).port, '127.0.0.1')
}

/** Sends a request line unchanged. */
async function ask(line: string): Promise<{ status: number; body: string }> {
  const socket = dial()
  socket.end(`${line} HTTP/1.1\r\nHost: header.example\r\nConnection: close\r\n\r\n`)
  const answer = await text(socket)
  return { status: Number(answer.split(' ', 2)[1]), body: answer.slice(answer.indexOf('\r\n\r\n') + 4) }
}

test.each([
  ['GET http://line.example/works?page=2', '/works?page=2', 'line.example'],
  ['GET HTTPS://line.example:8443/', '/', 'line.example:8443'],
  ['GET http://line.example', '/', 'line.example'],
  ['GET http://line.example?page=2', '/?page=2', 'line.example'],
  ['GET /http://line.example/works', '/http://line.example/works', 'header.example'],
  ['GET //line.example/works', '//line.example/works', 'header.example'],
])('API-08 a request line with a whole address asks for its path: %s', async (line, url, host) => {
  await aServer()
  const { status, body } = await ask(line)
  expect([status, JSON.parse(body)]).toEqual([200, { url, host }])
})

test.each(['GET *', 'OPTIONS *', 'GET ftp://line.example/', 'GET http:///works', 'GET ?page=2'])(
  'API-08 a request line that names no address is a bad request: %s',
  async (line) => {
    await aServer()
    expect((await ask(line)).status).toBe(400)
  },
)

test.each([
  ['its headers', 'GET / HTTP/1.1\r\nHost: a.example\r\nX-Slow: '],
  ['its body', 'POST / HTTP/1.1\r\nHost: a.example\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n'],
])('API-08 a request that has not come whole in time is ended, however it drips: %s', async (_which, begin) => {
  await aServer({ requestTimeoutMs: 300 })
  const socket = dial().on('error', () => {})
  const beganAt = performance.now()
  socket.write(begin)
  const drip = setInterval(() => socket.write(' '), 20)
  let answer = ''
  socket.on('data', (bytes) => (answer += String(bytes)))
  // Late data may reset the connection, which `once` would treat as a failure.
  await new Promise((resolve) => socket.on('close', resolve))
  clearInterval(drip)
  expect(answer).toContain('408')
  // Within our check interval, which is shorter than Node's default.
  expect(performance.now() - beganAt).toBeLessThan(15_000)
})

test('API-08 headers and all of a request have half a minute', async () => {
  await aServer()
  expect([http.server.headersTimeout, http.server.requestTimeout]).toEqual([30_000, 30_000])
})

test.each([
  'token=SECRET',
  'TOKEN=SECRET',
  'tok%65n=SECRET',
  '%74%6F%6b%65%6e=SECRET',
  'page=1&access_tok%65n=SECRET&x=2',
  'passwor%64=SECRET',
  'x?token=SECRET',
  '%ff&t%6fken=SECRET',
])('ADM-14 what may be a token is never logged, however its name is written: ?%s', async (query) => {
  await aServer()
  await http.inject(`/works?${query}`)
  await http.inject({ url: `/%?${query}`, headers: { accept: 'text/html' } })
  expect(logged).toContain('"msg":"told"')
  expect(logged).toContain('"msg":"request"')
  expect(logged).toContain('=[redacted]')
  expect(logged).not.toContain('SECRET')
})

test.each([
  ['/feeds/SECRET.xml', '/feeds/[redacted].xml'],
  ['/%66eeds/SECRET.xml', '/feeds/[redacted].xml'],
  ['/FEEDS/SECRET/files/1.mp3', '/FEEDS/[redacted]/files/1.mp3'],
  ['/feeds%2fSECRET.xml?x=1', '/feeds/[redacted].xml?x=1'],
  ['/feeds//SECRET.xml', '/feeds//[redacted].xml'],
  ['/feeds/.SECRET', '/feeds/[redacted]'],
  ['/feeds/SEC%52ET', '/feeds/[redacted]'],
])('ADM-14 the address of a podcast feed is never logged, however it is written: %s', async (url, known) => {
  await aServer()
  await http.inject(url)
  expect(logged).toContain(`"url":"${known}"`)
  expect(logged).not.toContain('SECRET')
})

test('ADM-14 what is no token is logged as it came', async () => {
  await aServer()
  await http.inject('/works?page=2&keyword=%E9%9B%A8&empty=&bare')
  expect(logged).toContain('/works?page=2&keyword=%E9%9B%A8&empty=&bare')
})

test.each([
  ['/otodana/works?page=2', '/works?page=2'],
  ['/otodana/otodana/works', '/otodana/works'],
  ['/otodana/', '/'],
  ['/otodana', '/'],
  ['/otodana?page=2', '/?page=2'],
  ['http://line.example/otodana/works', '/works'],
])('SUB-01 below the base path %s is the route %s', async (address, url) => {
  await aServer({ basePath: '/otodana' })
  const { status, body } = await ask(`GET ${address}`)
  expect([status, (JSON.parse(body) as { url: string }).url]).toEqual([200, url])
})

test.each(['/', '/works', '/otodanas', '/Otodana/works', '/%6ftodana/works', '/api/works', '/works/otodana/'])(
  'SUB-06 %s is outside the base path: 404, which names a proxy that removes it, and no redirect',
  async (url) => {
    await aServer({ basePath: '/otodana' })
    const json = await http.inject({ url })
    expect(json.statusCode).toBe(404)
    expect(json.json()).toEqual({
      error:
        'This server answers below /otodana/ only. If the address above has /otodana in it, the proxy removes it: it must pass the path on as it is.',
    })
    const page = await http.inject({ url, headers: { accept: 'text/html' } })
    expect([page.statusCode, page.headers['content-type'], page.headers['cache-control']]).toEqual([
      404,
      'text/html; charset=utf-8',
      'no-store',
    ])
    expect(page.body).toContain('<a href="/otodana/">')
  },
)

test('SUB-06 an address below the base path that cannot be decoded is answered with 400', async () => {
  await aServer({ basePath: '/otodana' })
  expect((await http.inject('/otodana/%')).statusCode).toBe(400)
})

test('RUN-19 what kept a server busy before it listens refuses no request; an overload later does, for a while', async () => {
  const load = async () => {
    // Delays are measured from the second look at the clock on.
    await sleep(30)
    block(1_100)
  }
  await aServer({ maxEventLoopDelayMs: 100, load })
  // Until what was measured before is past.
  for (const end = performance.now() + 1_200; performance.now() < end; await sleep(100)) {
    expect((await ask('GET /first')).status).toBe(200)
  }
  await vi.waitUntil(
    async () => {
      block(400)
      return (await ask('GET /later')).status === 503
    },
    { interval: 1 },
  )
  await vi.waitUntil(async () => (await ask('GET /after')).status === 200)
})
