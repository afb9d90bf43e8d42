import type { TrackFile, TrackNode } from '@otodana/contract'
import { matchAudio } from '@otodana/subtitles'

/**
 * The audio file that a subtitle belongs to, by the rule of the search in subtitles; null when the work has none like it.
 *
 * @param durationSeconds  of the subtitle
 */
export function audioOf(tree: readonly TrackNode[], subtitle: TrackFile, durationSeconds: number): TrackFile | null {
  const files = filesBelow(tree, '')
  const path = files.find(({ file }) => file === subtitle)?.path ?? subtitle.title
  const audio = files
    .filter(({ file }) => file.type === 'audio')
    .map((each) => ({ ...each, durationSeconds: each.file.duration ?? null }))
  return matchAudio({ path, durationSeconds }, audio)?.file ?? null
}

function filesBelow(nodes: readonly TrackNode[], folder: string): { file: TrackFile; path: string }[] {
  return nodes.flatMap((node) => {
    const path = folder + node.title
    return node.type === 'folder' ? filesBelow(node.children, `${path}/`) : [{ file: node, path }]
  })
}
