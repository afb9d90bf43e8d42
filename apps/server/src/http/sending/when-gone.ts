import type { FastifyReply } from 'fastify'

/** The reason for ending work whose receiver is gone: nothing has failed. */
export class ReceiverGone extends Error {
  constructor() {
    super('The receiver is gone')
    this.name = 'ReceiverGone'
  }
}

/**
 * Returns a signal that aborts with {@link ReceiverGone} once the connection no longer receives the answer, which includes the
 * end of a sent answer; at once when the connection has already closed, since it emits nothing more.
 */
export function whenGone({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  const leave = () => controller.abort(new ReceiverGone())
  if (raw.destroyed) leave()
  else raw.once('close', leave)
  return controller.signal
}
