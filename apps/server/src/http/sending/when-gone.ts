import type { FastifyReply } from 'fastify'

/** Why something ends for which nobody waits any more: nothing has failed. */
export class ReceiverGone extends Error {
  constructor() {
    super('The receiver is gone')
    this.name = 'ReceiverGone'
  }
}

/**
 * Aborts with {@link ReceiverGone} once nobody receives the answer any more, which is also the end of one that was sent; at once where the visitor
 * left before it was asked: his connection has closed then, and tells nothing more.
 */
export function whenGone({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  const leave = () => controller.abort(new ReceiverGone())
  if (raw.destroyed) leave()
  else raw.once('close', leave)
  return controller.signal
}
