import { pictureProblem } from '#features/covers/index.ts'
import { coverCandidates } from '#features/metadata/index.ts'

import { describeError, type FileSystem, joinName, readHead } from '../files/file-system.ts'
import type { FileContent } from '../scan-types.ts'

/** Limits the work for a folder full of broken pictures. */
const TRIES = 8

type Options = {
  files: FileSystem
  /** The work's folder. */
  folder: string
  /** Path of the image named in the metadata. */
  named: string | null
  /** Whether the database has the picture unchanged, as usable. */
  isKnown: (content: FileContent) => boolean
  signal: AbortSignal
}

/**
 * Decodes the best cover candidate, then the next ones until one is usable. A known picture that is temporarily
 * unreadable keeps its state.
 *
 * @returns the contents, with problems of unusable ones; `unread`: the known picture that could not be read
 */
export async function checkCovers(
  contents: readonly FileContent[],
  { files, folder, named, isKnown, signal }: Options,
): Promise<{ contents: FileContent[]; unread: { path: string; message: string } | null }> {
  const checked = new Map(contents.map((content) => [content.path, content]))
  let unread = null
  for (let tries = 0; tries < TRIES; tries++) {
    const [best] = coverCandidates([...checked.values()], named)
    if (best?.kind !== 'image') break
    signal.throwIfAborted()
    const { problem, isRead } = await lookAt(best, joinName(folder, best.path), files)
    if (problem === null) break
    if (!isRead && isKnown(best)) {
      unread = { path: best.path, message: problem }
      break
    }
    // Without a fingerprint it is read again by the next scan.
    checked.set(best.path, { ...best, problem, ...(!isRead && { fingerprint: '' }) })
  }
  return { contents: [...checked.values()], unread }
}

async function lookAt({ size_bytes: size }: FileContent, path: string, files: FileSystem) {
  try {
    const problem = await pictureProblem(size, () => readHead(files, path, size))
    return { problem, isRead: true }
  } catch (error) {
    return { problem: describeError(error), isRead: false }
  }
}
