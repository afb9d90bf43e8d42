import { isIP } from 'node:net'

import type { FastifyInstance, FastifyRequest } from 'fastify'

import { withoutPort } from './network-of.ts'
import { ReceiverGone } from '../sending/when-gone.ts'

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
    if (typeof forwarded === 'string') headers['x-forwarded-for'] = forwarded.split(',').map(plainAddress).join(', ')
    const address = addressOf(request)
    if (address === undefined) return done(new ReceiverGone())
    request.address = address
    done()
  })
}

/** A zone means something to the machine that wrote it only, and may be of any length. */
function plainAddress(text: string): string {
  const address = withoutPort(text)
  return isIP(address) === 6 ? address.replace(/%.*$/, '') : address
}

/**
 * The first address that no trusted proxy has. A proxy may pass on what its visitor wrote: where that is no address, the
 * visitor is the last hop before it, as if the proxy had said nothing.
 */
function addressOf({ ip, ips = [ip] }: FastifyRequest): string | undefined {
  const [peer, ...hops]: (string | undefined)[] = ips
  let address = peer
  for (const hop of hops) {
    if (hop === undefined || isIP(hop) === 0) break
    address = hop
  }
  return address
}
