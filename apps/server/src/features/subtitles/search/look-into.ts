import type { BlockSet } from '../text/block-set.ts'
import { blocksOf } from '../text/blocks.ts'
import { findLinesInBlocks, markLine } from './find-lines.ts'
import { openCues } from '../text/packed-cues.ts'
import type { FileText } from './subtitle-index.repository.ts'

type FoundText = {
  startSeconds: number
  endSeconds: number
  text: string
  ranges: [start: number, end: number][]
}

export type FoundFile = {
  fileId: number
  path: string
  audioFileId: number | null
  lineCount: number
  lines: FoundText[]
}

/**
 * Searches a file's lines for terms, and returns up to a number of matches.
 *
 * @param blocks  those that may contain them; null: all
 * @returns null if there are none
 */
export function lookInto(
  { fileId, path, audioFileId, firstBlock, cues }: FileText,
  terms: readonly string[],
  maxLines: number,
  blocks: BlockSet | null,
): FoundFile | null {
  const { lengths, text, line } = openCues(cues)
  const isLookedAt = (block: number) => blocks?.hasAny(firstBlock + block, 1) ?? true
  const found = findLinesInBlocks(text, terms, blocksOf(lengths), isLookedAt)
  if (found.length === 0) return null
  const shown = found.slice(0, maxLines).map((one) => ({ ...line(one.index), ranges: markLine(one, terms, text) }))
  return { fileId, path, audioFileId, lineCount: found.length, lines: shown }
}
