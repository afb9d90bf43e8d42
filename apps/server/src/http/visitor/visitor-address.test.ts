import { once } from 'node:events'
import { IncomingMessage, request as httpRequest, ServerResponse } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'

import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'

import { createHttp } from '../create-http.ts'
import { networkOf } from './network-of.ts'

let http: FastifyInstance
let logged = ''
afterEach(() => http.close())

async function aServer(trustProxy: string[] | false) {
  logged = ''
  const log = pino({ level: 'warn' }, { write: (line) => void (logged += line) })
  http = await createHttp({
    publicUrl: null,
    trustProxy,
    checksResponses: false,
    log,
    gate: { admit: () => ({ account: null, isAdmin: false }) },
  })
  http.get('/address', (request) => request.address)
}

const addressFrom = async (forwarded: string) =>
  (await http.inject({ url: '/address', headers: { 'x-forwarded-for': forwarded } })).body

describe('behind a proxy', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:50000', '192.0.2.1'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]:50000', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    // What the visitor sent, followed by what the proxies added.
    ['198.51.100.9:1, 192.0.2.1:50000', '192.0.2.1'],
    ['192.0.2.1:50000, 10.0.0.7:443', '192.0.2.1'],
    ['192.0.2.1:50000, [fd00::7]:443', '192.0.2.1'],
  ])('ATH-10 a port behind an address is no part of it: %s', async (forwarded, address) => {
    await aServer(['loopback', '10.0.0.0/8', 'fd00::/8'])
    expect(await addressFrom(forwarded)).toBe(address)
  })

  test.each([
    { forwarded: 'a'.repeat(9_000), address: '127.0.0.1' },
    { forwarded: '[::1', address: '127.0.0.1' },
    { forwarded: '0300.0.2.55', address: '127.0.0.1' },
    { forwarded: '192.0.2.55%eth0', address: '127.0.0.1' },
    { forwarded: 'unknown', address: '127.0.0.1' },
    { forwarded: '_hidden:50000', address: '127.0.0.1' },
    { forwarded: '192.0.2.55.', address: '127.0.0.1' },
    { forwarded: `2001:db8::1%${'a'.repeat(9_000)}`, address: '2001:db8::1' },
    // The nearest trusted hop is known, anything before it is not.
    { forwarded: 'nonsense, 10.0.0.7', address: '10.0.0.7' },
    // Some parsers read this as 10.0.0.7, and would trust what precedes it.
    { forwarded: '192.0.2.1, 012.0.0.7', address: '127.0.0.1' },
    { forwarded: 'nonsense, 192.0.2.1', address: '192.0.2.1' },
  ])('ATH-10 what is no address falls back to the nearest trusted hop: $forwarded', async ({ forwarded, address }) => {
    await aServer(['loopback', '10.0.0.0/8'])
    const url = await http.listen({ host: '127.0.0.1', port: 0 })
    const answer = await fetch(`${url}/address`, { headers: { 'x-forwarded-for': forwarded } })
    expect(await answer.text()).toBe(address)
  })

  test('ATH-10 a proxy that is not named is not believed', async () => {
    await aServer(false)
    expect(await addressFrom('192.0.2.1:50000')).toBe('127.0.0.1')
  })
})

describe('a visitor who has left', () => {
  test('ATH-10 is known by the address the connection had, and nothing is logged', async () => {
    await aServer(false)
    const asked = Promise.withResolvers<void>()
    const network = Promise.withResolvers<string>()
    http.get('/slow', async (request, reply) => {
      asked.resolve()
      await once(reply.raw, 'close')
      network.resolve(networkOf(request.address))
      return 'too late'
    })
    await http.listen({ host: '127.0.0.1', port: 0 })
    const { port } = http.server.address() as AddressInfo
    const request = httpRequest({ host: '127.0.0.1', port, path: '/slow', agent: false }).on('error', () => {})
    request.end()
    await asked.promise
    request.destroy()
    expect(await network.promise).toBe('127.0.0.1')
    await http.close()
    expect(logged).toBe('')
  })

  test('ATH-10 gets no answer before the request was read, and nothing is logged', async () => {
    await aServer(['loopback'])
    await http.ready()
    const request = Object.assign(new IncomingMessage(new Socket()), { method: 'GET', url: '/address' })
    const response = new ServerResponse(request)
    http.server.emit('request', request, response)
    await http.close()
    expect(response.headersSent).toBe(false)
    expect(logged).toBe('')
  })
})
