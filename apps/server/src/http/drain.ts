import type { ServerResponse } from 'node:http'
import { Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import type { FastifyInstance } from 'fastify'

export type Drain = {
  /** Whether the server is about to stop. */
  isOn(): boolean
  /** How long `run` takes. */
  ms: number
  /** Resolves when other servers have taken over; at once for 0 seconds. */
  run(): Promise<void>
}

/** A proxy's next request finds that nothing listens, and goes to another server. */
const LAST_MS = 1_000

/**
 * Lets a load balancer move its requests to other servers before this one stops. First the probes fail, while everything is
 * answered as before. Then nothing listens any more, and each connection is closed after its next answer: closing an
 * idle one would break a request that is on its way, which a proxy must not send again if it is a write.
 *
 * @param seconds  for how long the probes fail while everything is answered; 0: there are no other servers
 */
export function createDrain(http: FastifyInstance, seconds: number): Drain {
  let isOn = false
  let isLast = false
  // Before any hook answers.
  http.server.prependListener('request', (_request, response: ServerResponse) => {
    if (isLast) response.setHeader('connection', 'close')
  })

  return {
    isOn: () => isOn,
    ms: seconds === 0 ? 0 : seconds * 1_000 + LAST_MS,
    async run() {
      if (seconds === 0) return
      isOn = true
      await sleep(seconds * 1_000)
      isLast = true
      // Unlike `close` of HTTP servers, it leaves idle connections open.
      Server.prototype.close.call(http.server)
      await sleep(LAST_MS)
    },
  }
}
