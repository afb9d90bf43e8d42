import { request as rawRequest } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'

import { endpoint } from '@otodana/contract'
import type { FastifyInstance } from 'fastify'
import { type Logger, pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { AppError } from './errors/app-error.ts'
import { createHttp } from './create-http.ts'
import { routeNotFound } from './errors/errors.ts'
import { originOf } from './visitor/origin.ts'
import { serve } from './serve.ts'
import { aGate } from '../../test/a-gate.ts'

const echo = endpoint({
  method: 'POST',
  path: '/api/echo/{id}',
  summary: 'For tests',
  tag: 'Test',
  params: z.object({ id: z.string().check(z.regex(/^\d+$/)) }),
  query: z.object({ page: z._default(z.string().check(z.regex(/^[1-9]\d*$/)), '1') }),
  body: z.object({ name: z.string() }),
  response: z.object({ id: z.string(), page: z.string(), name: z.string() }),
})

const broken = endpoint({
  method: 'GET',
  path: '/api/broken',
  summary: 'For tests',
  tag: 'Test',
  response: z.object({ count: z.int() }),
})

const quiet = { gate: aGate(), log: pino({ level: 'silent' }) }
const opened: FastifyInstance[] = []
afterEach(() => Promise.all(opened.splice(0).map((app) => app.close())))

async function open(
  register: (app: FastifyInstance) => void,
  options: { publicUrl?: string; adminToken?: string; log?: Logger } = {},
) {
  const app = await createHttp({
    publicUrl: options.publicUrl ?? null,
    trustProxy: false,
    checksResponses: true,
    gate: aGate(options),
    log: options.log ?? quiet.log,
  })
  register(app)
  app.all('/api/*', routeNotFound)
  app.setNotFoundHandler(routeNotFound)
  opened.push(app)
  await app.listen({ host: '127.0.0.1', port: 0 })
  return app
}

const withEcho = (app: FastifyInstance) =>
  serve(app, echo, ({ params, query, body }) => ({ id: params.id, page: query.page, name: body.name }))

function urlOf(app: FastifyInstance): string {
  const address = app.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('not listening')
  return `http://127.0.0.1:${address.port}`
}

/** Sends a request line exactly as written, which `fetch` would normalise. */
function rawStatus(app: FastifyInstance, path: string, headers: Record<string, string> = {}): Promise<number> {
  const { port } = new URL(urlOf(app))
  return new Promise((resolve, reject) => {
    const call = rawRequest({ host: '127.0.0.1', port, path, headers }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    call.on('error', reject)
    call.end()
  })
}

describe('inputs', () => {
  test('API-03 API-02 every refused input is named, in both shapes that clients read', async () => {
    const app = await open(withEcho)
    const answer = await app.inject({ method: 'POST', url: '/api/echo/abc?page=0', payload: { name: 5 } })
    expect(answer.statusCode).toBe(400)
    const body = answer.json<{
      error: string
      errors: { param: string; location: string; value: unknown; msg: string }[]
    }>()
    expect(body.error).toMatch(/^id: /)
    expect(body.errors.map(({ param, location, value }) => ({ param, location, value }))).toEqual([
      { param: 'id', location: 'path', value: 'abc' },
      { param: 'page', location: 'query', value: '0' },
      { param: 'name', location: 'body', value: 5 },
    ])
    for (const { msg } of body.errors) expect(msg).not.toBe('')
  })

  test('API-02 a parameter that is given twice is named, and said to be given twice', async () => {
    const app = await open(withEcho)
    const answer = await app.inject({ method: 'POST', url: '/api/echo/7?page=1&page=2', payload: { name: 'a' } })
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      {
        error: 'page: Must be given once',
        errors: [{ param: 'page', location: 'query', value: '[…]', msg: 'Must be given once' }],
      },
    ])
  })

  test('API-06 unknown parameters are ignored and missing ones have defaults', async () => {
    const app = await open(withEcho)
    const answer = await app.inject({ method: 'POST', url: '/api/echo/7?djin=false&v=2', payload: { name: 'a', x: 1 } })
    expect(answer.json()).toEqual({ id: '7', page: '1', name: 'a' })
  })

  test.each([
    ['broken JSON', '{"name":', 'application/json', 400],
    ['no body', '', 'application/json', 400],
    ['a prototype in the body', '{"__proto__":{"name":"x"}}', 'application/json', 400],
    ['JSON of a hundred thousand brackets', '['.repeat(100_000), 'application/json', 400],
    ['JSON nested beyond all reason', `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'application/json', 400],
    ['another type', '<name/>', 'application/xml', 415],
    ['two megabytes', JSON.stringify({ name: 'x'.repeat(2_000_000) }), 'application/json', 413],
  ])('API-02 %s is a clear error', async (_, payload, type, status) => {
    const app = await open(withEcho)
    const answer = await app.inject({ method: 'POST', url: '/api/echo/7', payload, headers: { 'content-type': type } })
    expect(answer.statusCode).toBe(status)
    const { error } = answer.json<{ error: string }>()
    expect(error).not.toBe('')
    expect(error).not.toMatch(/stack|Bad Request/)
  })

  test('a long refused value is not sent back whole', async () => {
    const app = await open(withEcho)
    const answer = await app.inject({
      method: 'POST',
      url: `/api/echo/7?page=${'x'.repeat(5_000)}`,
      payload: { name: '' },
    })
    expect(answer.body.length).toBeLessThan(500)
  })

  test.each(['password', 'oldPassword', 'newPassword', 'token'])(
    'ATH-07 a refused %s is not sent back, whatever it is',
    async (name) => {
      const given = { ...echo, body: z.object({ [name]: z.literal('right') }) }
      const app = await open((server) => serve(server, given, () => ({ id: '', page: '', name: '' })))
      const refused = async (value: unknown) => {
        const answer = await app.inject({ method: 'POST', url: '/api/echo/7', payload: { [name]: value } })
        const { errors } = answer.json<{ errors: { param: string; value?: unknown }[] }>()
        return [answer.statusCode, ...errors.map(({ param, value: sent }) => [param, sent])]
      }
      for (const value of ['hunter2', 'hunter2'.repeat(30_000), 42, ['hunter2'], { hunter2: 'hunter2' }])
        expect(await refused(value)).toEqual([400, [name, '…']])
      expect(await refused(undefined)).toEqual([400, [name, undefined]])
    },
  )
})

describe('answers', () => {
  test('an answer that breaks the contract is caught where answers are checked', async () => {
    const app = await open((server) => serve(server, broken, () => ({ count: 1.5 })))
    const answer = await app.inject('/api/broken')
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toEqual({ error: 'server.failed' })
  })

  test('a file that a handler sends by itself is sent once', async () => {
    const file = endpoint({ ...broken, response: 'binary' })
    const lines: string[] = []
    const app = await open(
      (server) => serve(server, file, ({ reply }) => reply.type('audio/wav').send(Buffer.from('RIFF'))),
      { log: pino({ level: 'warn' }, { write: (line) => lines.push(line) }) },
    )
    const answer = await fetch(`${urlOf(app)}/api/broken`)
    expect([answer.headers.get('content-type'), await answer.text()]).toEqual(['audio/wav', 'RIFF'])
    await app.close()
    expect(lines).toEqual([])
  })

  test('API-02 an error that nothing foresaw tells nothing of its cause', async () => {
    const app = await open((server) =>
      serve(server, broken, () => {
        throw new Error('password is hunter2')
      }),
    )
    expect((await app.inject('/api/broken')).body).toBe('{"error":"server.failed"}')
  })

  test('API-02 where the disk is full, that is said: no other try will do', async () => {
    const full = new DatabaseSync(':memory:')
    full.exec('pragma max_page_count = 2; create table page (bytes blob)')
    const app = await open((server) =>
      serve(server, broken, () => {
        full.exec('insert into page values (zeroblob(100000))')
        return { count: 1 }
      }),
    )
    const { statusCode, body } = await app.inject('/api/broken')
    expect([statusCode, body]).toEqual([507, '{"error":"server.full"}'])
    full.close()
  })

  test('API-02 where the data is read-only, that is said', async () => {
    const readOnly = new DatabaseSync(':memory:')
    readOnly.exec('create table page (bytes blob); pragma query_only = on')
    const app = await open((server) =>
      serve(server, broken, () => {
        readOnly.exec('insert into page values (1)')
        return { count: 1 }
      }),
    )
    const { statusCode, body } = await app.inject('/api/broken')
    expect([statusCode, body]).toEqual([507, '{"error":"server.readOnly"}'])
    readOnly.close()
  })

  test('API-02 a known error has its status and its code', async () => {
    const app = await open((server) =>
      serve(server, broken, () => {
        throw new AppError('work.notFound')
      }),
    )
    const answer = await app.inject('/api/broken')
    expect([answer.statusCode, answer.json()]).toEqual([404, { error: 'work.notFound' }])
  })

  test('API-02 an unknown call is a 404 in JSON', async () => {
    const app = await open(withEcho)
    const answer = await app.inject('/api/nothing/here')
    expect([answer.statusCode, answer.json()]).toEqual([404, { error: 'route.notFound' }])
  })

  test('API-02 a method that a path does not have is a 405 that names those it has', async () => {
    const app = await open((server) => {
      withEcho(server)
      serve(server, broken, () => ({ count: 1 }))
      serve(server, { ...broken, path: '/api/sound/{hash}' }, () => ({ count: 1 }))
      serve(server, { ...echo, path: '/api/echo/all', params: z.object({}) }, () => ({ id: '', page: '', name: '' }))
    })
    const asked = async (method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE', url: string) => {
      const { statusCode, headers, body } = await app.inject({ method, url })
      return [statusCode, headers.allow, body]
    }
    const refused = '{"error":"method.notAllowed"}'
    expect(await asked('GET', '/api/echo/7?page=2')).toEqual([405, 'OPTIONS, POST', refused])
    expect(await asked('PUT', '/api/echo/all/')).toEqual([405, 'OPTIONS, POST', refused])
    expect(await asked('HEAD', '/api/echo/7')).toEqual([405, 'OPTIONS, POST', ''])
    expect(await asked('POST', '/api/broken')).toEqual([405, 'GET, HEAD, OPTIONS', refused])
    expect(await asked('DELETE', '/api/sound/1/2/3')).toEqual([405, 'GET, HEAD, OPTIONS', refused])
    expect((await asked('HEAD', '/api/broken'))[0]).toBe(200)
    for (const url of ['/api/broken/more', '/api/brokenx', '/api/xbroken', '/api/echo/', '/api/echo/1/2']) {
      expect([url, ...(await asked('POST', url))]).toEqual([url, 404, undefined, '{"error":"route.notFound"}'])
    }
    const odd = await fetch(`${urlOf(app)}/api/broken`, { method: 'PROPFIND' })
    expect([odd.status, odd.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
    expect(odd.headers.get('access-control-allow-origin')).toBe('*')
  })

  test('API-06 a bare OPTIONS is answered', async () => {
    const app = await open(withEcho)
    expect((await app.inject({ method: 'OPTIONS', url: '/api/echo/7' })).statusCode).toBe(204)
  })

  test('API-06 OLD-15 any origin may call with a token, JSON and ranges', async () => {
    const app = await open(withEcho)
    const asked = await app.inject({
      method: 'OPTIONS',
      url: '/api/echo/7',
      headers: {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,range,purpose,cache-control,x-requested-with',
      },
    })
    expect(asked.statusCode).toBe(204)
    expect(asked.headers['access-control-allow-origin']).toBe('*')
    expect(asked.headers['access-control-allow-headers']).toMatch(
      /authorization.*cache-control.*range.*purpose.*x-requested-with/i,
    )
    const answer = await app.inject({
      method: 'POST',
      url: '/api/echo/7',
      payload: { name: 'a' },
      headers: { origin: 'https://x.example' },
    })
    expect(answer.headers['access-control-expose-headers']).toMatch(/Content-Range.*Accept-Ranges/)
  })
})

describe('hostile requests', () => {
  test.each([
    ['/api/echo/%E0%A4%A', 400],
    ['/api/%', 400],
    [`/api/echo/${'9'.repeat(20_000)}`, 404],
  ])('API-03 the path %.20s is refused without harm', async (path, status) => {
    const app = await open(withEcho)
    expect(await rawStatus(app, path)).toBe(status)
  })

  test('SHR-02 an address that cannot be decoded is a page for a browser, and JSON for all others', async () => {
    const app = await open(withEcho)
    const asked = async (url: string, accept: string) => {
      const { statusCode, headers, body } = await app.inject({ url, headers: { accept } })
      return [statusCode, String(headers['content-type']).split(';')[0], body.slice(0, 30)]
    }
    const browser = 'text/html,application/xhtml+xml,*/*;q=0.8'
    const json = [400, 'application/json', '{"error":"path: cannot be deco']
    const bare = await app.inject('/api/%')
    expect(bare.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'access-control-allow-origin': '*' })
    // Without pages there is no other response.
    expect(await asked('/%', browser)).toEqual(json)
    app.pages.sendBadAddress = (_, reply) => Promise.resolve(reply.code(400).type('text/html').send('<!doctype html>'))
    expect(await asked('/%', browser)).toEqual([400, 'text/html', '<!doctype html>'])
    expect(await asked('/work/%E0%A4%A?x=1', browser)).toEqual([400, 'text/html', '<!doctype html>'])
    expect(await asked('/api/%', browser)).toEqual(json)
    for (const accept of ['*/*', 'application/json', '']) expect(await asked('/%', accept)).toEqual(json)
  })

  test('headers over 32 kB are refused', async () => {
    const app = await open(withEcho)
    expect(await rawStatus(app, '/api/echo/1', { 'x-long': 'x'.repeat(40_000) })).toBe(431)
  })

  test('a host that could break out of an address is not repeated', async () => {
    const app = await open((server) => server.get('/api/origin', (request) => ({ origin: originOf(request) })))
    for (const host of ['evil.example"><script>', 'a b', 'x/../y', 'user@evil.example', 'evil.example:99999']) {
      const answer = await app.inject({ url: '/api/origin', headers: { host } })
      expect(answer.body).not.toContain(host)
    }
    // A long one would be repeated three times in every work of a list; an invalid host cannot be part of a URL.
    for (const host of [`${'a.'.repeat(150)}example`, '999.999.999.999']) {
      const answer = await app.inject({ url: '/api/origin', headers: { host } })
      expect(answer.body).not.toContain(host)
    }
    const plain = await app.inject({ url: '/api/origin', headers: { host: 'shelf.local:8080' } })
    expect(plain.json()).toEqual({ origin: 'http://shelf.local:8080' })
  })

  test('the configured address wins over any host', async () => {
    const app = await open((server) => server.get('/api/origin', (request) => ({ origin: originOf(request) })), {
      publicUrl: 'https://listen.example',
    })
    const answer = await app.inject({ url: '/api/origin', headers: { host: 'evil.example' } })
    expect(answer.json()).toEqual({ origin: 'https://listen.example' })
  })
})

describe('calls for the administrator', () => {
  const guarded = endpoint({ ...broken, access: 'admin' })

  test.each([
    [undefined, 401, 'No authorization token was found'],
    ['Bearer ', 401, 'No authorization token was found'],
    ['Bearer wrong', 401, 'invalid token'],
    ['Basic the-right-token', 401, 'No authorization token was found'],
    ['bearer the-right-token', 200, undefined],
  ])('with %j answers %i', async (authorization, status, error) => {
    const app = await open((server) => serve(server, guarded, () => ({ count: 1 })), { adminToken: 'the-right-token' })
    const answer = await app.inject({
      url: '/api/broken',
      headers: authorization === undefined ? {} : { authorization },
    })
    expect(answer.statusCode).toBe(status)
    expect(answer.json().error).toBe(error)
  })

  test('without a token of its own the server admits no administrator', async () => {
    const app = await open((server) => serve(server, guarded, () => ({ count: 1 })))
    expect((await app.inject({ url: '/api/broken', headers: { authorization: 'Bearer null' } })).statusCode).toBe(401)
  })
})

describe('under pressure', () => {
  const block = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

  test('a start that takes a while is no overload: nothing has been measured yet', async () => {
    const app = await createHttp({ ...quiet, publicUrl: null, trustProxy: false, checksResponses: true })
    opened.push(app)
    // Before the first measurement, and past the end of the first second.
    block(1_200)
    withEcho(app)
    await setImmediate()
    await setImmediate()
    expect((await app.inject({ method: 'POST', url: '/api/echo/7', payload: { name: 'a' } })).statusCode).toBe(200)
  })
})
