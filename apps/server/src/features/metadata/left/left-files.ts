import { decodeText } from '@otodana/subtitles'
import type { WorkIdentity } from '@otodana/work-code'

import type { WorkMetadata } from '../fields/work-metadata.ts'
import { codesOfFolder } from '../sources/folder-codes.ts'
import { readCueSheet } from './cue-sheet.ts'
import { readInfoJson } from './json-file.ts'
import { type LeftFacts, metadataOf } from './left-facts.ts'
import { readTextFile } from './text-file.ts'
import { readNfo, readOpf } from './xml-file.ts'
import { BrokenFileError } from './xml-tree.ts'

const MAX_LEFT_BYTES = 256 * 1024

type Kind = {
  isOne: RegExp
  read: (text: string) => LeftFacts | null
  most: number
}

const TEXT_NAMES =
  /^[^/]*(?:read.?me|info|about|credit|お読み|読んで|よんで|必読|はじめに|説明|作品|詳細|概要|紹介|クレジット|[rvb]j\d{6,8})[^/]*\.txt$/i

/** In order of trust. Cue sheets may be beside the recordings, in a folder of the work. */
const kinds: readonly Kind[] = [
  { isOne: /^info\.json$/i, read: readInfoJson, most: 1 },
  { isOne: /^metadata\.json$/i, read: readInfoJson, most: 1 },
  { isOne: /^[^/]+\.nfo$/i, read: readNfo, most: 3 },
  { isOne: /^[^/]+\.opf$/i, read: readOpf, most: 2 },
  { isOne: TEXT_NAMES, read: readTextFile, most: 4 },
]
const cueSheets: Kind = { isOne: /^(?:[^/]+\/)?[^/]+\.cue$/i, read: readCueSheet, most: 8 }

export type LeftFiles = {
  /** Null if there is nothing of use. */
  metadata: WorkMetadata | null
  /** Files that are cut off or damaged; those that are something else are not reported. */
  problems: { file: string; problem: string }[]
}

/**
 * Reads what other programs left in a work's folder. Each field comes from the first file that has it.
 *
 * @param paths  the work's files, relative to its folder
 * @param readHead  reads at most the first `length` bytes of a file
 * @throws what `readHead` throws
 */
export async function readLeftFiles(
  folder: { name: string; code: WorkIdentity },
  paths: readonly string[],
  readHead: (path: string, length: number) => Promise<Uint8Array> | Uint8Array,
): Promise<LeftFiles> {
  const own = codesOfFolder(folder.name, folder.code)
  const problems: LeftFiles['problems'] = []
  const found: WorkMetadata[] = []

  const readAll = async ({ isOne, read, most }: Kind): Promise<WorkMetadata[]> => {
    const metadata: WorkMetadata[] = []
    for (const path of paths.filter((name) => isOne.test(name)).slice(0, most)) {
      const bytes = await readHead(path, MAX_LEFT_BYTES + 1)
      if (bytes.length === 0 || bytes.length > MAX_LEFT_BYTES) continue
      try {
        const text = decodeText(bytes)
        const facts = text.includes('\uFFFD') ? null : read(text)
        if (facts) metadata.push(metadataOf(facts, own))
      } catch (error) {
        if (!(error instanceof BrokenFileError)) throw error
        problems.push({ file: path, problem: error.message })
      }
    }
    return metadata
  }

  for (const kind of kinds) found.push(...(await readAll(kind)))
  found.push(agreed(await readAll(cueSheets)))
  const metadata: WorkMetadata = Object.assign({}, ...found.toReversed())
  return { metadata: Object.keys(metadata).length > 0 ? metadata : null, problems }
}

/** Several cue sheets are of several discs or tracks: only what all of them say is said of the work. */
function agreed(sheets: readonly WorkMetadata[]): WorkMetadata {
  const [first = {}, ...others] = sheets
  const isSame = (field: string) =>
    others.every(
      (other) =>
        JSON.stringify(other[field as keyof WorkMetadata]) === JSON.stringify(first[field as keyof WorkMetadata]),
    )
  return Object.fromEntries(Object.entries(first).filter(([field]) => isSame(field)))
}
