import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'

import { readByteRange } from '@otodana/contract'

import { isS3Path } from '#storage/s3-settings.ts'
import { type Storage, StorageError, type StoredFile } from '#storage/storage.ts'

import { FfmpegError } from './run-ffmpeg.ts'

/**
 * Formats that ffmpeg may read from the library. Excludes playlists and lists of files (`hls`, `concat`, `dash`), which
 * could make it open arbitrary files, whatever the file's extension.
 */
export const libraryFormats =
  'aac,ac3,aiff,amr,ape,asf,au,avi,caf,dsf,dts,eac3,flac,flv,iff,matroska,mov,mp3,mpc,mpc8,ogg,oma,tak,tta,w64,wav,wv,xwma'

/** The maximum of a 32-bit size, as in a WAV; the header is not reliable beyond that. */
const MAX_RIFF_BYTES = 0xffff_ffff

type Loan = { file: StoredFile; /** Why ffmpeg could not read the whole file. */ failure: StorageError | null }

function isOverflowingWav({ sizeBytes, realPath }: StoredFile): boolean {
  return sizeBytes > MAX_RIFF_BYTES && /\.wav$/i.test(realPath)
}

export type FfmpegInputs = ReturnType<typeof createFfmpegInputs>

/**
 * Provides library files to ffmpeg: local ones by path, those in a store through a loopback URL, in which ffmpeg can
 * seek.
 */
export function createFfmpegInputs(storage: Storage) {
  const lent = new Map<string, Loan>()
  let server: Promise<Server> | null = null

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const loan = lent.get(request.url ?? '')
    if (!loan) {
      response.writeHead(404).end()
      return
    }
    const { file } = loan
    const range = readByteRange(request.headers.range, file.sizeBytes)
    if (range.kind === 'unsatisfiable') {
      response.writeHead(416, { 'content-range': `bytes */${file.sizeBytes}` }).end()
      return
    }
    const { start, end } = range.kind === 'part' ? range : { start: 0, end: file.sizeBytes - 1 }
    const body = await storage.openRange(file, { start, end }).catch((error: StorageError) => {
      loan.failure = error
      throw error
    })
    // Before the response is destroyed, as it is when ffmpeg disconnects.
    body.once('error', (error) => {
      if (!response.destroyed) loan.failure ??= new StorageError('unreadable', `Reading it broke off`, error)
    })
    response.writeHead(range.kind === 'part' ? 206 : 200, {
      'accept-ranges': 'bytes',
      'content-length': end - start + 1,
      ...(range.kind === 'part' && { 'content-range': `bytes ${start}-${end}/${file.sizeBytes}` }),
    })
    await pipeline(body, response)
  }

  async function listen(): Promise<Server> {
    const created = createServer((request, response) => {
      // ffmpeg disconnects when it has enough, and reports itself what it could not read.
      answer(request, response).catch(() => response.destroy())
    })
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    created.once('error', reject)
    created.listen(0, '127.0.0.1', resolve)
    await promise
    created.unref()
    return created
  }

  async function lend(loan: Loan): Promise<{ address: string; takeBack: () => void }> {
    server ??= listen()
    const at = (await server).address()
    if (at === null || typeof at === 'string') throw new Error('The files of a store cannot be given to ffmpeg')
    const path = `/${randomBytes(24).toString('base64url')}`
    lent.set(path, loan)
    return { address: `http://127.0.0.1:${at.port}${path}`, takeBack: () => void lent.delete(path) }
  }

  async function checkStillThere(file: StoredFile): Promise<void> {
    const content = await storage.openRange(file, { start: 0, end: 0 })
    content.destroy()
  }

  return {
    /**
     * @param options  of the input: `['-ss', '12']`
     * @param task     receives the arguments including `-i FILE`, which are valid until it settles
     * @throws {StorageError} the file was not entirely readable, whatever ffmpeg made of it
     */
    async use<T>(file: StoredFile, options: readonly string[], task: (input: string[]) => Promise<T>): Promise<T> {
      const common = ['-nostdin', '-hide_banner', '-v', 'error', '-threads', '1', '-format_whitelist', libraryFormats]
      if (isOverflowingWav(file)) common.push('-ignore_length', '1')
      if (!isS3Path(file.realPath)) {
        const result = task([...common, '-protocol_whitelist', 'file', ...options, '-i', `file:${file.realPath}`])
        const [outcome] = await Promise.allSettled([result])
        // To ffmpeg a disk that becomes unavailable looks like the end of the file, or no file.
        if (outcome.status === 'fulfilled' || outcome.reason instanceof FfmpegError) await checkStillThere(file)
        return result
      }
      const loan: Loan = { file, failure: null }
      const { address, takeBack } = await lend(loan)
      const result = task([...common, '-protocol_whitelist', 'http,tcp', '-seekable', '1', ...options, '-i', address])
      await Promise.allSettled([result])
      takeBack()
      if (loan.failure) throw loan.failure
      return result
    },

    async close(): Promise<void> {
      const listening = await server?.catch(() => null)
      listening?.closeAllConnections()
      listening?.close()
    },
  }
}
