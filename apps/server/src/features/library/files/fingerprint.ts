import { createHash } from 'node:crypto'

import type { FileSystem } from './file-system.ts'

const BLOCK_BYTES = 4_096

/**
 * Returns a digest of a file's size and three blocks (start, middle, end): survives moves and renames, and is cheap for
 * files of any size.
 *
 * @throws {NodeJS.ErrnoException} unreadable
 */
export function fingerprint(files: FileSystem, path: string, sizeBytes: number): string {
  const last = Math.max(0, sizeBytes - BLOCK_BYTES)
  const offsets = sizeBytes <= BLOCK_BYTES ? [0] : [0, Math.floor(last / 2), last]
  const digest = createHash('sha256').update(String(sizeBytes))
  for (const block of files.readBlocks(path, offsets, BLOCK_BYTES)) digest.update(block)
  return digest.digest('base64url').slice(0, 24)
}
