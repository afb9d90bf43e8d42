import type { SavedParts } from './saved-parts.ts'
import type { PlannedFile } from '../queue/plan.ts'
import type { PartFile, SavedFolder } from './saved-folder.ts'
import { DownloadError, whyNotSent } from '../queue/failure-kind.ts'

/** The visitor wants nothing of it to stay. */
export const CANCELLED = 'cancelled'

/** Kept this often at first, and then whenever a file has doubled: to keep it copies what has been kept. */
const FIRST_KEPT_BYTES = 32_000_000
/** A connection on which nothing comes for so long is a lost one. */
const STALLED_MS = 45_000

export type SaveDeps = {
  folder: SavedFolder
  parts: SavedParts
  fetch: typeof globalThis.fetch
  /** The address with what says who asks. */
  addressOf: (url: string) => string
}

export type SaveReport = {
  /** So many bytes of it are there. */
  onProgress: (receivedBytes: number) => void
  /** It is not as long as was said: another one lies on the server by now. */
  onSize: (sizeBytes: number) => void
}

/**
 * Saves one file, or what is missing of it.
 *
 * @param signal  aborted, what has arrived is kept; with {@link CANCELLED} as its reason, it goes
 * @returns whether there was anything to do
 * @throws {DownloadError} and the signal's reason
 */
export async function saveOne(
  file: PlannedFile,
  deps: SaveDeps,
  report: SaveReport,
  signal: AbortSignal,
): Promise<'saved' | 'present'> {
  if ((await deps.folder.findSize(file.path)) === file.sizeBytes) {
    report.onProgress(file.sizeBytes)
    return 'present'
  }
  const part = await deps.folder.openPart(file.path)
  try {
    await fill(part, file, deps, report, signal)
    await part.finish()
    deps.parts.remove(file.hash)
    return 'saved'
  } catch (error) {
    await part.leave()
    if (signal.reason === CANCELLED) await discardOne(file, deps)
    throw error
  }
}

/**
 * Removes what there is of a file that is not whole. Where nothing can be removed any more, as in a folder that has gone,
 * nothing is left to be done.
 */
export async function discardOne(
  file: PlannedFile,
  { folder, parts }: Pick<SaveDeps, 'folder' | 'parts'>,
): Promise<void> {
  parts.remove(file.hash)
  try {
    await (await folder.openPart(file.path)).drop()
  } catch (error) {
    if (!(error instanceof DownloadError)) throw error
  }
}

async function fill(part: PartFile, file: PlannedFile, deps: SaveDeps, report: SaveReport, signal: AbortSignal) {
  const known = knownPart(part, file, deps.parts)
  if (known?.sizeBytes === known?.totalBytes && known?.totalBytes === file.sizeBytes) return
  const line = watchedLine(signal)
  try {
    const { answer, startBytes } = await line.awaited(ask(file, deps, known, line.signal))
    const totalBytes = startBytes + (lengthOf(answer) ?? file.sizeBytes - startBytes)
    const etag = answer.headers.get('etag') ?? ''
    if (totalBytes !== file.sizeBytes) report.onSize(totalBytes)
    part.goOnAt(startBytes)
    report.onProgress(startBytes)

    const keep = async () => {
      await part.keep()
      // A weak one does not say that the bytes are the same.
      if (etag.startsWith('"')) deps.parts.put({ hash: file.hash, etag, totalBytes, ...part.kept() })
      else deps.parts.remove(file.hash)
    }
    let received = startBytes
    const reader = answer.body?.getReader()
    try {
      while (reader) {
        const { done, value } = await line.awaited(reader.read()).catch(asLost(signal))
        if (done) break
        await part.write(value)
        received += value.length
        report.onProgress(received)
        if (part.unkeptBytes() >= Math.max(FIRST_KEPT_BYTES, part.kept().sizeBytes)) await keep()
      }
      if (received !== totalBytes) throw new DownloadError('network')
    } catch (error) {
      // What the connection gave before it broke is not asked for again; what could not be written cannot be kept either.
      const isKept = signal.reason !== CANCELLED && (signal.aborted || isOfLine(error))
      if (isKept) await keep()
      throw error
    } finally {
      void reader?.cancel().catch(() => undefined)
    }
    await keep()
  } finally {
    line.end()
  }
}

const isOfLine = (error: unknown): boolean => error instanceof DownloadError && error.isPassing

/** What is known of the unfinished file that lies there, if it is the one that was left. */
function knownPart(part: PartFile, { hash }: PlannedFile, parts: SavedParts) {
  const known = parts.find(hash)
  const { sizeBytes, modifiedMs } = part.kept()
  const isIt = known && sizeBytes > 0 && known.sizeBytes === sizeBytes && known.modifiedMs === modifiedMs
  return isIt ? known : undefined
}

async function ask(
  file: PlannedFile,
  deps: SaveDeps,
  known: ReturnType<typeof knownPart>,
  signal: AbortSignal,
): Promise<{ answer: Response; startBytes: number }> {
  const headers: HeadersInit = known ? { range: `bytes=${known.sizeBytes}-`, 'if-range': known.etag } : {}
  const url = deps.addressOf(file.url)
  const answer = await deps.fetch(url, { headers, signal, cache: 'no-store' }).catch(asLost(signal))
  if (known && isRest(answer, known.sizeBytes)) return { answer, startBytes: known.sizeBytes }
  if (known && (answer.status === 206 || answer.status === 416)) {
    // It is shorter by now, or something between here and the server gives other bytes than were asked for.
    void answer.body?.cancel()
    deps.parts.remove(file.hash)
    return ask(file, deps, undefined, signal)
  }
  // A whole file is the answer where it has changed since.
  if (answer.status !== 200) throw whyNotSent(answer)
  return { answer, startBytes: 0 }
}

function isRest({ status, headers }: Response, startBytes: number): boolean {
  return status === 206 && (headers.get('content-range') ?? '').startsWith(`bytes ${startBytes}-`)
}

/** How many bytes come. Null where something on the way has compressed them: then they are as many as the library says. */
function lengthOf({ headers }: Response): number | null {
  const length = headers.get('content-length')
  return length === null || headers.has('content-encoding') ? null : Number(length)
}

/** Rethrows as cancelled when the signal is aborted, else as a lost connection. */
function asLost(signal: AbortSignal): (error: unknown) => never {
  return (error) => {
    if (signal.aborted && signal.reason !== STALLED) throw signal.reason
    throw new DownloadError('network', { cause: error })
  }
}

const STALLED = 'stalled'

/** A signal that also ends what nothing comes on any more. */
function watchedLine(signal: AbortSignal) {
  const controller = new AbortController()
  const stop = () => controller.abort(signal.reason)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop)
  return {
    signal: controller.signal,
    /** Only what comes over the line counts: a slow disk may take minutes for a copy of what has been kept. */
    async awaited<T>(coming: Promise<T>): Promise<T> {
      const timer = setTimeout(() => controller.abort(STALLED), STALLED_MS)
      try {
        return await coming
      } finally {
        clearTimeout(timer)
      }
    },
    end: () => signal.removeEventListener('abort', stop),
  }
}
