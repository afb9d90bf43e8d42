import type { FastifyReply, FastifyRequest } from 'fastify'

import { chooseEncoding, type ContentEncoding } from './content-encoding.ts'

/** Shorter ones fit into a packet as they are. */
const MIN_PACKED_LENGTH = 1_024

/** A text on its way to a visitor: in bytes, unless it is sent as it is. */
export type TextToSend =
  | { encoding: Exclude<ContentEncoding, 'identity'>; bytes: Buffer }
  | { encoding: 'identity'; text: string }

/**
 * Turns a text into bytes that wait in its place. A text of half a megabyte that lives until it is compressed is left to
 * the garbage collection of the whole heap, which makes other requests wait.
 */
export function encodeText({ headers, server }: FastifyRequest, text: string): TextToSend {
  const encoding = chooseEncoding(headers['accept-encoding'])
  if (encoding === 'identity' || text.length < MIN_PACKED_LENGTH) return { encoding: 'identity', text }
  return { encoding, bytes: server.packer.bytesOf(text) }
}

/** Sends a text that is made for this request, compressed quickly and at once: a stream of it costs twice as much. */
export async function sendEncoded(reply: FastifyReply, sent: TextToSend): Promise<FastifyReply> {
  void reply.header('vary', 'accept-encoding')
  if (sent.encoding === 'identity') return reply.send(sent.text)
  const packed = await reply.server.packer.packOnce(sent.bytes, sent.encoding)
  return reply.header('content-encoding', sent.encoding).send(packed)
}

export function sendText(request: FastifyRequest, reply: FastifyReply, text: string): Promise<FastifyReply> {
  return sendEncoded(reply, encodeText(request, text))
}
