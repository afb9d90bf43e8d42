import { MAX_SUBTITLE_BYTES } from '@otodana/subtitles'

import { choose, type ChosenFile } from './chosen-files.ts'
import { LEAST_UNPACKED_BYTES, MAX_DEPTH, MAX_FILES, MAX_NESTED_BYTES, MAX_RATIO } from './limits.ts'
import { LocalSubtitleError } from '../problems.ts'
import type { SkippedFile, SkipReason } from '../types.ts'
import { productIdsOf } from '../database/upgrade.ts'
import { type ByteSource, bytesSource, partSource } from './zip/byte-source.ts'
import { readDirectory, type ZipEntry } from './zip/directory.ts'
import { type Block, packedRange, reachOf, refusal, unpackEntry } from './zip/unpack.ts'

/** A subtitle in an archive, before unpacking. */
type PackedFile = {
  path: string
  productIds: string[]
  entry: ZipEntry
  /** Its share of the package in bytes. */
  weight: number
}

/** Adjacent packed files of one archive, which are read together. */
export type PackedBlock = { files: PackedFile[]; read: () => Promise<Block> }

/** Limits for an archive including nested ones. */
type Budget = { files: number; bytes: number; limit: number }

type Options = {
  /** The package's name without extension: prefixed to paths that contain no work code. */
  packageName: string
  onSkip: (file: SkippedFile) => void
}

/** Small enough for many at once, large enough that reading costs little compared with unpacking. */
const BLOCK_BYTES = 2 ** 20
/** Maximum unpacked size of a block: a few kilobytes may expand a thousandfold. */
const BLOCK_UNPACKED_BYTES = 8 * 2 ** 20

/**
 * Yields the subtitles of a package and its nested archives in archive order. A nested archive is opened when its turn
 * comes, and released when its files have been read.
 *
 * @throws {LocalSubtitleError} `notZip`, `tooMuch`
 */
export async function* packedBlocks(source: ByteSource, options: Options): AsyncGenerator<PackedBlock> {
  const limit = Math.max(LEAST_UNPACKED_BYTES, source.size * MAX_RATIO)
  const budget = { files: 0, bytes: 0, limit }
  yield* blocksOf({ source, path: '', depth: 1, weight: source.size, budget, ...options })
}

type Archive = Options & {
  source: ByteSource
  /** Its path in the package; empty for the package itself. */
  path: string
  depth: number
  weight: number
  budget: Budget
}

async function* blocksOf(archive: Archive): AsyncGenerator<PackedBlock> {
  const { source, path, weight, budget } = archive
  const chosen = (await readDirectory(source, path)).flatMap((entry) => choose(entry) ?? [])
  const share = weight / chosen.reduce((sum, { entry }) => sum + entry.compressedBytes + 1, 0)
  const weightOf = ({ entry }: ChosenFile) => (entry.compressedBytes + 1) * share
  let files: PackedFile[] = []
  let unpackedBytes = 0
  for (const one of chosen) {
    const inPackage = path === '' ? one.path : `${path}/${one.path}`
    if (one.kind === 'archive') {
      if (files.length > 0) yield blockOf(source, files)
      files = []
      unpackedBytes = 0
      yield* nested({ ...archive, path: inPackage, weight: weightOf(one) }, one.entry)
      continue
    }
    const named = withProductIds(inPackage, archive.packageName)
    if (!named) {
      archive.onSkip({ path: inPackage, reason: 'noWorkCode' })
      continue
    }
    const refused = refusal(one.entry, MAX_SUBTITLE_BYTES)
    if (refused) {
      archive.onSkip({ path: inPackage, reason: refused })
      continue
    }
    spend(budget, one.entry.sizeBytes, inPackage)
    unpackedBytes += one.entry.sizeBytes
    const first = files[0]?.entry
    if (first && (reachOf(one.entry) - first.start > BLOCK_BYTES || unpackedBytes > BLOCK_UNPACKED_BYTES)) {
      yield blockOf(source, files)
      files = []
      unpackedBytes = one.entry.sizeBytes
    }
    files.push({ ...named, entry: one.entry, weight: weightOf(one) })
  }
  if (files.length > 0) yield blockOf(source, files)
}

/** Yields the blocks of an archive nested in `archive.source`. */
async function* nested(archive: Archive, entry: ZipEntry): AsyncGenerator<PackedBlock> {
  const { path, depth, onSkip } = archive
  if (depth === MAX_DEPTH) return onSkip({ path, reason: 'nestedTooDeep' })
  const source = await openNested(archive, entry)
  if (typeof source === 'string') return onSkip({ path, reason: source })
  try {
    yield* blocksOf({ ...archive, source, depth: depth + 1 })
  } catch (error) {
    if (!(error instanceof LocalSubtitleError && ['notZip', 'broken'].includes(error.problem.kind))) throw error
    onSkip({ path, reason: 'broken' })
  }
}

/** An uncompressed one can be read in place. */
async function openNested({ source, budget, path }: Archive, entry: ZipEntry): Promise<ByteSource | SkipReason> {
  const isStored = entry.method === 0
  const refused = refusal(entry, isStored ? Infinity : MAX_NESTED_BYTES)
  if (refused) return refused
  if (isStored) {
    const range = packedRange(await source.read(entry.start, entry.start + 30), entry.start, entry)
    return range ? partSource(source, range[0], entry.compressedBytes) : 'broken'
  }
  spend(budget, entry.sizeBytes, path)
  const bytes = unpackEntry(await source.read(entry.start, reachOf(entry)), entry.start, entry, MAX_NESTED_BYTES)
  return typeof bytes === 'string' ? bytes : bytesSource(bytes)
}

function blockOf(source: ByteSource, files: PackedFile[]): PackedBlock {
  const start = files[0]!.entry.start
  const end = reachOf(files.at(-1)!.entry)
  const entries = files.map(({ entry }) => ({ ...entry, name: '' }))
  return { files, read: async () => ({ bytes: await source.read(start, end), start, entries }) }
}

/** Adds the works that a path contains; if none, those in the package's name. */
function withProductIds(path: string, packageName: string): { path: string; productIds: string[] } | null {
  const productIds = productIdsOf(path)
  if (productIds.length > 0) return { path, productIds }
  const ofPackage = productIdsOf(packageName)
  return ofPackage.length > 0 ? { path: `${packageName}/${path}`, productIds: ofPackage } : null
}

function spend(budget: Budget, bytes: number, path: string): void {
  budget.files++
  budget.bytes += bytes
  if (budget.files > MAX_FILES) throw new LocalSubtitleError({ kind: 'tooMuch', of: 'files', limit: MAX_FILES, path })
  if (budget.bytes > budget.limit)
    throw new LocalSubtitleError({ kind: 'tooMuch', of: 'bytes', limit: budget.limit, path })
}
