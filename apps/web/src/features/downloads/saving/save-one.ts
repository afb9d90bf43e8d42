import { isForeignFile } from '#lib/api/is-foreign-file.ts'
import { STALLED, watchedLine } from '#lib/api/watched-line.ts'

import type { SavedParts } from './saved-parts.ts'
import type { PlannedFile } from '../queue/plan.ts'
import type { PartFile, SavedFolder } from './saved-folder.ts'
import { DownloadError, whyNotSent } from '../queue/failure-kind.ts'

/** Abort reason: delete what was received. */
export const CANCELLED = 'cancelled'

/** Saved after this many bytes, and then each time the size has doubled, because saving copies the file. */
const FIRST_KEPT_BYTES = 32_000_000

export type SaveDeps = {
  folder: SavedFolder
  parts: SavedParts
  fetch: typeof globalThis.fetch
  /** Adds the token to a URL. */
  addressOf: (url: string) => string
}

export type SaveReport = {
  /** Called with the number of bytes received. */
  onProgress: (receivedBytes: number) => void
  /** Called if the size differs from the announced one: the file has changed on the server. */
  onSize: (sizeBytes: number) => void
}

/**
 * Saves a file, or its missing part.
 *
 * @param signal  if aborted, received bytes are kept, except with the reason {@link CANCELLED}
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
 * Deletes an incomplete file. If that is impossible, for example because the folder is missing, nothing is left to do.
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
      // A weak ETag does not guarantee equal bytes.
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
      // Bytes received before a lost connection are kept; after a write error that is impossible.
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

/** Returns the saved data of an incomplete file, if the file is unchanged. */
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
    // It is shorter by now, or a proxy returned another range.
    void answer.body?.cancel()
    deps.parts.remove(file.hash)
    return ask(file, deps, undefined, signal)
  }
  if (isForeignFile(answer)) {
    void answer.body?.cancel()
    throw new DownloadError('network')
  }
  // The response is a complete file if it has changed since.
  if (answer.status !== 200) throw whyNotSent(answer)
  return { answer, startBytes: 0 }
}

function isRest({ status, headers }: Response, startBytes: number): boolean {
  return status === 206 && (headers.get('content-range') ?? '').startsWith(`bytes ${startBytes}-`)
}

/** Returns the number of bytes to come; null if they are compressed. */
function lengthOf({ headers }: Response): number | null {
  const length = headers.get('content-length')
  return length === null || headers.has('content-encoding') ? null : Number(length)
}

/** Rethrows the signal's reason if aborted, otherwise a lost connection. */
function asLost(signal: AbortSignal): (error: unknown) => never {
  return (error) => {
    if (signal.aborted && signal.reason !== STALLED) throw signal.reason
    throw new DownloadError('network', { cause: error })
  }
}
