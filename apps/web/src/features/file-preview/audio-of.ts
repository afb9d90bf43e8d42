import type { TrackFile, TrackNode } from '@otodana/contract'
import { AUTO_SELECT_CONFIDENCE, confidenceOf, nameSimilarity } from '@otodana/subtitles'

/** Names this much alike are of one track, whatever the lengths say. */
const SURE_SIMILARITY = 0.9

/**
 * The audio file that a subtitle belongs to: as sure as a player has to be that chooses the subtitle by itself, or else with
 * nearly the same name. Of several, the surest, and of equally sure ones one in the subtitle's own folder, then the first.
 *
 * @param durationSeconds  of the subtitle
 */
export function audioOf(tree: readonly TrackNode[], subtitle: TrackFile, durationSeconds: number): TrackFile | null {
  let best: { file: TrackFile; confidence: number; isBeside: boolean } | null = null
  for (const { file, isBeside } of audioFiles(tree, subtitle)) {
    const confidence = confidenceOf(
      { name: file.title, durationSeconds: file.duration ?? 0 },
      { name: subtitle.title, durationSeconds },
    )
    if (confidence < AUTO_SELECT_CONFIDENCE && nameSimilarity(file.title, subtitle.title) < SURE_SIMILARITY) continue
    const isBetter =
      !best || confidence > best.confidence || (confidence === best.confidence && isBeside > best.isBeside)
    if (isBetter) best = { file, confidence, isBeside }
  }
  return best?.file ?? null
}

function audioFiles(nodes: readonly TrackNode[], beside: TrackFile): { file: TrackFile; isBeside: boolean }[] {
  const isBeside = nodes.includes(beside)
  return nodes.flatMap((node) => {
    if (node.type === 'folder') return audioFiles(node.children, beside)
    return node.type === 'audio' ? [{ file: node, isBeside }] : []
  })
}
