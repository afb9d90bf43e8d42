import { randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'

import type { FastifyInstance } from 'fastify'

import { AppError } from './errors/app-error.ts'

/** How long a client that was refused may go on sending. */
const LINGER_MS = 2_000

/**
 * Closes connections whose client is still sending when it has been answered. What it sends is discarded for a while: if the
 * connection were closed at once, the client could lose the answer.
 */
export function closeRefusedUploads(app: FastifyInstance, lingerMs = LINGER_MS): void {
  app.addHook('onResponse', (request, _reply, done) => {
    const { raw } = request
    if (!raw.complete) {
      const timer = setTimeout(() => raw.complete || raw.socket.destroy(), lingerMs).unref()
      raw.once('close', () => clearTimeout(timer))
      raw.resume()
    }
    done()
  })
}

/**
 * Stores a request's body in a temporary file, which has no name and so does not outlast this process.
 *
 * @throws {AppError} `request.tooLarge`
 * @throws {Error} the client broke off, or the disk is full
 */
export async function withUpload<T>(
  request: IncomingMessage,
  folder: string,
  maxBytes: number,
  task: (file: FileHandle) => Promise<T>,
): Promise<T> {
  const path = join(folder, `.upload-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  try {
    await rm(path)
    await saveBody(request, file, maxBytes)
    return await task(file)
  } finally {
    await file.close()
  }
}

/**
 * Writes a request's body into an open file.
 *
 * @param checkStart  called once with its first bytes; throws to refuse it
 * @returns its size in bytes
 * @throws {AppError} `request.tooLarge`
 * @throws {Error} the client broke off, or the disk is full
 */
export async function saveBody(
  request: IncomingMessage,
  file: FileHandle,
  maxBytes: number,
  checkStart?: (start: Buffer) => void,
): Promise<number> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new AppError('request.tooLarge')
  let size = 0
  // By default a loop that is left destroys the connection, and with it the answer.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) throw new AppError('request.tooLarge')
    if (size === chunk.length) checkStart?.(chunk)
    await file.writeFile(chunk)
  }
  return size
}
