import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Account } from '#http/gate.ts'

import type { Element } from '../answer.ts'
import type { Parameters } from '../parameters.ts'

/** A call by an app that has logged in. */
export type Call = {
  account: Account
  parameters: Parameters
  /** How the app calls itself. */
  app: string
  request: FastifyRequest
  reply: FastifyReply
}

/** Answers with an element; calls of media send the reply themselves. */
type Handler = (call: Call) => Element | FastifyReply | Promise<Element | FastifyReply>

export type Handlers = Readonly<Record<string, Handler>>
