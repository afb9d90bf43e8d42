import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'

import { fastify } from 'fastify'
import { expect, test } from 'vitest'

import { closeRefusedUploads } from './upload.ts'

test(
  'META-42 a refused client that stays connected does not keep the server from stopping',
  { timeout: 10_000 },
  async () => {
    const app = fastify()
    app.addContentTypeParser('*', (_request, _body, parsed) => parsed(null))
    closeRefusedUploads(app, 1)
    app.post('/', (_request, reply) => reply.code(413).send())
    await app.listen()
    const { port } = app.server.address() as AddressInfo
    const sent = request({ port, method: 'POST', headers: { 'content-length': '9' } })
    const closed = once(sent, 'close')
    sent.flushHeaders()
    const [response] = (await once(sent, 'response')) as [{ statusCode: number }]
    expect(response.statusCode).toBe(413)
    await closed
    await app.close()
  },
)
