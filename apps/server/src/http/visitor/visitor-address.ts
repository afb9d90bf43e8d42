import { isIP } from 'node:net'

import type { FastifyInstance, FastifyRequest } from 'fastify'

import { withoutPort } from './network-of.ts'
import { ReceiverGone } from '../sending/when-gone.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The visitor's address, without a port. Unlike `ip`, it remains when the connection has closed. */
    address: string
  }
}

/** Determines each request's visitor address. Must be called before other hooks and routes. */
export function rememberAddresses(app: FastifyInstance): void {
  app.decorateRequest('address', '')
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw
    const forwarded = headers['x-forwarded-for']
    // Some proxies add ports. A trusted proxy that is not recognised by its address would end the chain too early.
    if (typeof forwarded === 'string') headers['x-forwarded-for'] = forwarded.split(',').map(plainAddress).join(', ')
    const address = addressOf(request)
    if (address === undefined) return done(new ReceiverGone())
    request.address = address
    done()
  })
}

/** A zone is only meaningful to the machine that added it, and may be of any length. */
function plainAddress(text: string): string {
  const address = withoutPort(text)
  return isIP(address) === 6 ? address.replace(/%.*$/, '') : address
}

/**
 * Returns the first address that is not a trusted proxy's. A proxy may forward what its visitor sent: if that is no
 * address, the visitor is the last hop before it, as if the proxy had added nothing.
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
