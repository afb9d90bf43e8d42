import type { TrackFile, TrackNode } from '@otodana/contract'
import { createMatcher } from '@otodana/subtitles'

/** Folder of a subtitle that is not among the work's files. */
const ON_DEVICE = 'on this device'

/**
 * Returns the audio file that a subtitle belongs to, by the rule of the subtitle search; null if there is none.
 *
 * @param durationSeconds  of the subtitle
 */
export function audioOf(tree: readonly TrackNode[], subtitle: TrackFile, durationSeconds: number): TrackFile | null {
  const files = filesBelow(tree, '')
  const path = files.find(({ file }) => file === subtitle)?.path ?? `${ON_DEVICE}/${subtitle.title}`
  const audio = files
    .filter(({ file }) => file.type === 'audio')
    .map((each) => ({ ...each, durationSeconds: each.file.duration ?? null }))
  const others = files.flatMap((each) => (each.file.type === 'audio' ? [] : [each.path]))
  return createMatcher(audio, [...others, path]).audioOf({ path, durationSeconds })?.file ?? null
}

function filesBelow(nodes: readonly TrackNode[], folder: string): { file: TrackFile; path: string }[] {
  return nodes.flatMap((node) => {
    const path = folder + node.title
    return node.type === 'folder' ? filesBelow(node.children, `${path}/`) : [{ file: node, path }]
  })
}
