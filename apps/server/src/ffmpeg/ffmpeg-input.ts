import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'

import { readByteRange } from '#http/sending/byte-range.ts'
import { isS3Path } from '#storage/s3-settings.ts'
import { type Storage, StorageError, type StoredFile } from '#storage/storage.ts'

import { FfmpegError } from './run-ffmpeg.ts'

/**
 * What a library's audio file may be to ffmpeg. Playlists and lists of other files (`hls`, `concat`, `dash`), which
 * would have it open what their author likes, are not among them, whatever a file's name says.
 */
export const libraryFormats =
  'aac,ac3,aiff,amr,ape,asf,au,caf,dsf,dts,eac3,flac,iff,matroska,mov,mp3,mpc,mpc8,ogg,oma,tak,tta,w64,wav,wv,xwma'

/** A size of 32 bits, as a WAV has it, cannot say more; what it does say is not to be believed then. */
const MAX_RIFF_BYTES = 0xffff_ffff

type Loan = { file: StoredFile; /** Why ffmpeg did not get all it asked for. */ failure: StorageError | null }

function isOverflowingWav({ sizeBytes, realPath }: StoredFile): boolean {
  return sizeBytes > MAX_RIFF_BYTES && /\.wav$/i.test(realPath)
}

export type FfmpegInputs = ReturnType<typeof createFfmpegInputs>

/**
 * Gives library files to ffmpeg: local ones by their path, those in a store through an address of this machine alone,
 * where ffmpeg can seek as it does in a file.
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
    // Before the answer itself is destroyed, as it is when ffmpeg hangs up.
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
     * @param task     is given the arguments up to and with `-i FILE`, which hold until it settles
     * @throws {StorageError} the file could not be had to the end, whatever ffmpeg made of it
     */
    async use<T>(file: StoredFile, options: readonly string[], task: (input: string[]) => Promise<T>): Promise<T> {
      const common = ['-nostdin', '-hide_banner', '-v', 'error', '-threads', '1', '-format_whitelist', libraryFormats]
      if (isOverflowingWav(file)) common.push('-ignore_length', '1')
      if (!isS3Path(file.realPath)) {
        const result = task([...common, '-protocol_whitelist', 'file', ...options, '-i', `file:${file.realPath}`])
        const [outcome] = await Promise.allSettled([result])
        // To ffmpeg a disk that goes away looks like a file that ends, or like none.
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
