import { savedPaths, type TrackNode } from '@otodana/contract'

import type { Chosen } from '../dialog/selection.ts'

/** A file to be saved. */
export type PlannedFile = {
  /** `{workId}/{fileId}` */
  hash: string
  /** Its name as displayed. */
  title: string
  /** As in the API, without a token. */
  url: string
  /** Path below the work's folder, safe on every system. */
  path: readonly string[]
  sizeBytes: number
}

/**
 * Returns the selected files in tree order. Names are assigned to all files first, so that they do not depend on the
 * selection.
 */
export function planOf(tree: readonly TrackNode[], chosen: Chosen): PlannedFile[] {
  const listed = withPaths(tree, [])
  const paths = savedPaths(listed.map(({ path }) => path))
  return listed
    .map(({ file }, index) => ({
      hash: file.hash,
      title: file.title,
      url: file.mediaDownloadUrl,
      path: paths[index] ?? [],
      sizeBytes: file.size,
    }))
    .filter(({ hash }) => chosen.has(hash))
}

type Listed = { file: Exclude<TrackNode, { type: 'folder' }>; path: string[] }

function withPaths(nodes: readonly TrackNode[], above: readonly string[]): Listed[] {
  return nodes.flatMap((node) =>
    node.type === 'folder'
      ? withPaths(node.children, [...above, node.title])
      : [{ file: node, path: [...above, node.title] }],
  )
}
