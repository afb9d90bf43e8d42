import { pictureProblem } from '../covers/index.ts'

import { describeError, type FileSystem, joinName } from './file-system.ts'
import type { FileContent } from './read-work.ts'
import { coverCandidates } from './summary.ts'

/** A folder full of broken pictures is no reason to decode them all. */
const TRIES = 8

type Options = {
  files: FileSystem
  /** The work's folder. */
  folder: string
  /** Path of the image that the metadata names. */
  named: string | null
  signal: AbortSignal
}

/**
 * Decodes the picture that would be the cover, the next one where that is broken, and so on until one is sound.
 *
 * @returns the contents, with what is wrong with those that are not
 */
export async function checkCovers(
  contents: readonly FileContent[],
  { files, folder, named, signal }: Options,
): Promise<FileContent[]> {
  const checked = new Map(contents.map((content) => [content.path, content]))
  for (let tries = 0; tries < TRIES; tries++) {
    const [best] = coverCandidates([...checked.values()], named)
    if (best?.kind !== 'image') break
    signal.throwIfAborted()
    const verdict = await lookAt(best, joinName(folder, best.path), files)
    if (verdict === null) break
    checked.set(best.path, { ...best, ...verdict })
  }
  return [...checked.values()]
}

/** What its row says instead when it is no cover; without a fingerprint it is read again by the next scan. */
async function lookAt({ size_bytes: size }: FileContent, path: string, files: FileSystem) {
  const store = files.storeOf?.(path)
  try {
    const problem = await pictureProblem(size, async () =>
      store ? store.readHead(path, size) : (files.readBlocks(path, [0], size)[0] ?? new Uint8Array()),
    )
    return problem === null ? null : { problem }
  } catch (error) {
    return { fingerprint: '', problem: describeError(error) }
  }
}
