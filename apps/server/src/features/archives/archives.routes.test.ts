import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { Readable } from 'node:stream'

import { pino } from 'pino'
import { expect, test } from 'vitest'

import { createHttp } from '#http/create-http.ts'
import type { Visitor } from '#http/gate.ts'

import { askServer } from '../../../test/media-library.ts'

import { archiveRoutes } from './archives.routes.ts'

const PATH = '/api/media/zip/1'

test('DLD-02 a client that leaves during its authorisation frees its place', async () => {
  const member: Visitor = { account: { id: 7, name: 'a-member', group: 'user' }, isAdmin: false }
  let admitted: PromiseWithResolvers<Visitor> | null = null
  const http = await createHttp({
    log: pino({ level: 'silent' }),
    gate: { admit: () => admitted?.promise ?? member },
    publicUrl: null,
    trustProxy: false,
    checksResponses: true,
  })
  let prepared = 0
  archiveRoutes(http, {
    archives: {
      async prepare() {
        prepared++
        return { name: 'Rain', sizeBytes: 3, open: () => Readable.from(['zip'], { objectMode: false }) }
      },
    },
  })
  await http.listen({ host: '127.0.0.1', port: 0 })
  try {
    const { port } = http.server.address() as AddressInfo
    for (let visit = 0; visit < 5; visit++) {
      admitted = Promise.withResolvers()
      const request = httpRequest({ host: '127.0.0.1', port, path: PATH, agent: false }).on('error', () => {})
      const connected = once(http.server, 'connection') as Promise<[Socket]>
      const asked = once(http.server, 'request')
      request.end()
      const [[socket]] = await Promise.all([connected, asked])
      request.destroy()
      await once(socket, 'close')
      admitted.resolve(member)
    }
    admitted = null
    expect((await askServer(port, PATH)).status).toBe(200)
    // Clients that left would have been noticed by now.
    expect(prepared).toBe(1)
  } finally {
    await http.close()
  }
})
