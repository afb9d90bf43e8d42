import type { FastifyInstance } from 'fastify'

import { withoutPort } from './network-of.ts'
import { ReceiverGone } from './when-gone.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Where the visitor comes from, without a port. It stays when the connection has closed, as `ip` does not. */
    address: string
  }
}

/** Has every request know its visitor's address. To be called before there are other hooks and routes. */
export function rememberAddresses(app: FastifyInstance): void {
  app.decorateRequest('address', '')
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw
    const forwarded = headers['x-forwarded-for']
    // Some proxies write ports. A trusted proxy that is not recognised by its address would end the chain too early.
    if (typeof forwarded === 'string') headers['x-forwarded-for'] = forwarded.split(',').map(withoutPort).join(', ')
    const address = request.ip as string | undefined
    if (address === undefined) return done(new ReceiverGone())
    request.address = address
    done()
  })
}
