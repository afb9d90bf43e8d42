import { randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'

import { MAX_IMPORT_BYTES } from '@otodana/contract'

import { AppError } from '#http/errors/app-error.ts'

/**
 * Stores a request's body in a temporary file, which has no name and so does not outlast this process.
 *
 * @throws {AppError} `request.tooLarge`
 * @throws {Error} the client broke off, or the disk is full
 */
export async function withUpload<T>(
  request: IncomingMessage,
  folder: string,
  task: (file: FileHandle) => Promise<T>,
  maxBytes = MAX_IMPORT_BYTES,
): Promise<T> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new AppError('request.tooLarge')
  const path = join(folder, `.upload-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  try {
    await rm(path)
    let size = 0
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes) throw new AppError('request.tooLarge')
      await file.writeFile(chunk)
    }
    return await task(file)
  } finally {
    await file.close()
  }
}
