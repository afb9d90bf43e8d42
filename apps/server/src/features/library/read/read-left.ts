import { type LeftFiles, readLeftFiles } from '#features/metadata/index.ts'

import { describeError, type FileSystem, joinName, readHead } from '../files/file-system.ts'
import type { FoundWork, NewProblem } from '../scan-types.ts'
import type { Listing } from '../walk/list-work.ts'

export type LeftReading = {
  metadata: LeftFiles['metadata']
  /** A file is temporarily unreadable. */
  mustRetry: boolean
  problems: NewProblem[]
}

/**
 * Reads what other programs left in a work's folder.
 *
 * @throws the signal's reason
 */
export async function readLeft(
  found: FoundWork,
  listing: Listing,
  { files, signal }: { files: FileSystem; signal: AbortSignal },
): Promise<LeftReading> {
  const store = files.storeOf?.(found.absolutePath)
  const problemOf = (kind: NewProblem['kind'], file: string, message: string): NewProblem => {
    return { kind, root: found.root, path: joinName(found.path, file), workId: found.code.id, message }
  }
  const paths = listing.files.map(({ path }) => path)
  let reading = ''
  try {
    const { metadata, problems } = await readLeftFiles(found, paths, (name, length) => {
      reading = name
      return readHead(files, joinName(found.absolutePath, name), length)
    })
    const broken = problems.map(({ file, problem }) => problemOf('badSidecar', file, problem))
    return { metadata, mustRetry: false, problems: broken }
  } catch (error) {
    signal.throwIfAborted()
    // On disk the file is unreadable for its fingerprint too, which reports it.
    const problems = store ? [problemOf('unreadableFile', reading, `cannot be fetched: ${describeError(error)}`)] : []
    return { metadata: null, mustRetry: true, problems }
  }
}
