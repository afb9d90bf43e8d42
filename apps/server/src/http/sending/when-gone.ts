import type { FastifyReply } from 'fastify'

/** The reason for aborting work whose receiver has disconnected: nothing has failed. */
export class ReceiverGone extends Error {
  constructor() {
    super('The receiver is gone')
    this.name = 'ReceiverGone'
  }
}

/**
 * Returns a signal that aborts with {@link ReceiverGone} once the connection no longer receives the response, including
 * after its end; at once if the connection is closed already, because that emits no more events.
 */
export function whenGone({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  const leave = () => controller.abort(new ReceiverGone())
  if (raw.destroyed) leave()
  else raw.once('close', leave)
  return controller.signal
}
