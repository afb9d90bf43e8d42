import { BATCH_FILES, CHUNK_HELD_BYTES, FAST_PATH_BYTES, FAST_PATH_HELD_BYTES, MAX_SKIPPED_NAMED } from './limits.ts'
import { mapConcurrently } from './map-concurrently.ts'
import { packedBlocks } from './packed-files.ts'
import { LocalSubtitleError, type LocalSubtitleProblem } from '../problems.ts'
import type { LocalDatabase } from '../database/schema.ts'
import { createSha256 } from './sha256.ts'
import type { ImportedPackage, ImportProgress, SkippedFile, SkipReason } from '../types.ts'
import { startPackage, type UnpackedFile } from './write-package.ts'
import { blobSource, type ByteSource, bytesSource } from './zip/byte-source.ts'
import { readDirectory } from './zip/directory.ts'
import type { Block, Unpacked } from './zip/unpack.ts'

type Deps = {
  db: LocalDatabase
  signal: AbortSignal
  onProgress: (progress: ImportProgress) => void
  /** Unpacks blocks, up to `lanes` at once. */
  unpack: (block: Block) => Promise<Unpacked[]>
  lanes: number
}

/**
 * Imports a package. A small one is unpacked before anything is stored; of a large one at most two chunks are in
 * memory: one is unpacked while the other is stored.
 */
export async function importZip(file: File, deps: Deps): Promise<ImportedPackage> {
  const { db, signal, onProgress, unpack, lanes } = deps
  const isSmall = file.size <= FAST_PATH_BYTES
  const source = isSmall ? bytesSource(new Uint8Array(await file.arrayBuffer())) : blobSource(file)
  // A file that is no archive fails before it is read entirely.
  await readDirectory(source, '')
  const hash = await hashOf(source, signal, onProgress)
  const createdAt = new Date()
  const row = { file_name: file.name, size: file.size, file_hash: hash, created_at: createdAt }
  const writer = await startPackage(db, row, signal)

  const skipped = createSkipped()
  const workCodes = new Set<string>()
  const packageName = file.name.replace(/\.zip$/i, '')
  const held = createHeld(isSmall)
  let [fileCount, unpackedBytes, storedBytes] = [0, 0, 0]
  const tell = () =>
    onProgress({
      step: 'importing',
      done: Math.min(file.size, Math.round((unpackedBytes + storedBytes) / 2)),
      total: file.size,
      files: fileCount,
    })
  const store = async (batch: readonly Held[]) => {
    signal.throwIfAborted()
    await writer.write(batch)
    fileCount += batch.length
    storedBytes += batch.reduce((sum, { weight }) => sum + weight, 0)
    tell()
  }
  let storing: Promise<void> = Promise.resolve()

  try {
    tell()
    const blocks = mapConcurrently(
      packedBlocks(source, { packageName, onSkip: skipped.add }),
      lanes,
      async ({ files, read }) => ({
        files,
        contents: await unpack(await read()),
      }),
    )
    for await (const { files, contents } of blocks) {
      signal.throwIfAborted()
      files.forEach(({ path, productIds, weight }, index) => {
        const unpacked = contents[index]!
        unpackedBytes += weight
        if ('reason' in unpacked) return skipped.add({ path, reason: unpacked.reason })
        for (const code of productIds) workCodes.add(code)
        held.add({ path, productIds, weight, ...unpacked })
      })
      tell()
      for (const batch of held.takeFull()) {
        await storing
        storing = store(batch)
        storing.catch(() => undefined)
      }
    }
    await storing
    for (const batch of held.takeAll()) await store(batch)
    if (fileCount === 0) throw new LocalSubtitleError(skipped.problem())
    const id = await writer.commit()
    const { first, count } = skipped
    onProgress({ step: 'importing', done: file.size, total: file.size, files: fileCount })
    return {
      id,
      fileName: file.name,
      sizeBytes: file.size,
      createdAt,
      fileCount,
      workCount: workCodes.size,
      skippedCount: count(),
      skipped: first,
    }
  } catch (error) {
    await storing.catch(() => undefined)
    // If the rollback fails, for example because the database was closed, the rest becomes an orphan.
    await writer.rollBack().catch(() => undefined)
    throw error
  }
}

/** Piece size for hashing a package. */
const PIECE_BYTES = 4 * 2 ** 20

async function hashOf(source: ByteSource, signal: AbortSignal, onProgress: Deps['onProgress']): Promise<string> {
  const hash = createSha256()
  for (let at = 0; at < source.size; at += PIECE_BYTES) {
    signal.throwIfAborted()
    hash.update(await source.read(at, Math.min(source.size, at + PIECE_BYTES)))
    onProgress({ step: 'reading', done: Math.min(source.size, at + PIECE_BYTES), total: source.size, files: 0 })
  }
  return hash.finish()
}

type Held = UnpackedFile & { weight: number }

/** Unpacked files waiting to be stored in batches of one transaction. */
function createHeld(isSmall: boolean) {
  const mostFiles = isSmall ? Infinity : BATCH_FILES
  const mostBytes = isSmall ? FAST_PATH_HELD_BYTES : CHUNK_HELD_BYTES
  let files: Held[] = []
  let bytes = 0

  function take(): Held[] {
    const batch = files.slice(0, BATCH_FILES)
    files = files.slice(BATCH_FILES)
    bytes -= batch.reduce((sum, { content }) => sum + content.length, 0)
    return batch
  }

  return {
    add(file: Held) {
      files.push(file)
      bytes += file.content.length
    },
    /** Returns full batches. */
    *takeFull() {
      while (files.length >= mostFiles || bytes >= mostBytes) yield take()
    },
    *takeAll() {
      while (files.length > 0) yield take()
    },
  }
}

/** Skipped files, and the reason for an import without any files. */
function createSkipped() {
  const first: SkippedFile[] = []
  const byReason = new Map<SkipReason, string>()
  let count = 0

  function add(file: SkippedFile): void {
    count++
    if (first.length < MAX_SKIPPED_NAMED) first.push(file)
    if (!byReason.has(file.reason)) byReason.set(file.reason, file.path)
  }

  function problem(): LocalSubtitleProblem {
    for (const [reason, path] of byReason) {
      if (reason === 'encrypted' || reason === 'noWorkCode') return { kind: reason, path }
    }
    const [path] = byReason.values()
    return path === undefined ? { kind: 'noSubtitles' } : { kind: 'broken', path }
  }

  return { add, problem, first, count: () => count }
}
