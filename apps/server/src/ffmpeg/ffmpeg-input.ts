import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'

import { readByteRange } from '#http/byte-range.ts'
import { isS3Path } from '#storage/s3-settings.ts'
import type { Storage, StoredFile } from '#storage/storage.ts'

/**
 * What a library's audio file may be to ffmpeg. Playlists and lists of other files (`hls`, `concat`, `dash`), which
 * would have it open what their author likes, are not among them, whatever a file's name says.
 */
const FORMATS =
  'aac,ac3,aiff,ape,asf,au,caf,dsf,dts,eac3,flac,matroska,mov,mp3,mpc,mpc8,ogg,oma,tak,tta,w64,wav,wv,xwma'

export type FfmpegInputs = ReturnType<typeof createFfmpegInputs>

/**
 * Gives library files to ffmpeg: local ones by their path, those in a store through an address of this machine alone,
 * where ffmpeg can seek as it does in a file.
 */
export function createFfmpegInputs(storage: Storage) {
  const lent = new Map<string, StoredFile>()
  let server: Promise<Server> | null = null

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const file = lent.get(request.url ?? '')
    if (!file) {
      response.writeHead(404).end()
      return
    }
    const range = readByteRange(request.headers.range, file.sizeBytes)
    if (range.kind === 'unsatisfiable') {
      response.writeHead(416, { 'content-range': `bytes */${file.sizeBytes}` }).end()
      return
    }
    const { start, end } = range.kind === 'part' ? range : { start: 0, end: file.sizeBytes - 1 }
    const body = await storage.openRange(file, { start, end })
    response.writeHead(range.kind === 'part' ? 206 : 200, {
      'accept-ranges': 'bytes',
      'content-length': end - start + 1,
      ...(range.kind === 'part' && { 'content-range': `bytes ${start}-${end}/${file.sizeBytes}` }),
    })
    await pipeline(body, response)
  }

  async function listen(): Promise<Server> {
    const created = createServer((request, response) => {
      // ffmpeg hangs up when it has enough, and says itself what it could not read.
      answer(request, response).catch(() => response.destroy())
    })
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    created.once('error', reject)
    created.listen(0, '127.0.0.1', resolve)
    await promise
    created.unref()
    return created
  }

  async function lend(file: StoredFile): Promise<{ address: string; takeBack: () => void }> {
    server ??= listen()
    const at = (await server).address()
    if (at === null || typeof at === 'string') throw new Error('The files of a store cannot be given to ffmpeg')
    const path = `/${randomBytes(24).toString('base64url')}`
    lent.set(path, file)
    return { address: `http://127.0.0.1:${at.port}${path}`, takeBack: () => void lent.delete(path) }
  }

  return {
    /**
     * @param options  of the input: `['-ss', '12']`
     * @param task     is given the arguments up to and with `-i FILE`, which hold until it settles
     */
    async use<T>(file: StoredFile, options: readonly string[], task: (input: string[]) => Promise<T>): Promise<T> {
      const common = ['-nostdin', '-hide_banner', '-v', 'error', '-threads', '1', '-format_whitelist', FORMATS]
      if (!isS3Path(file.realPath)) {
        return task([...common, '-protocol_whitelist', 'file', ...options, '-i', `file:${file.realPath}`])
      }
      const { address, takeBack } = await lend(file)
      try {
        return await task([...common, '-protocol_whitelist', 'http,tcp', '-seekable', '1', ...options, '-i', address])
      } finally {
        takeBack()
      }
    },

    async close(): Promise<void> {
      const listening = await server?.catch(() => null)
      listening?.closeAllConnections()
      listening?.close()
    },
  }
}
