import { savedPaths, type TrackNode } from '@otodana/contract'

import type { Chosen } from '../dialog/selection.ts'

/** A file that is to be saved. */
export type PlannedFile = {
  /** `{workId}/{fileId}` */
  hash: string
  /** Its own name, as it is shown. */
  title: string
  /** As the API gives it, without what says who asks. */
  url: string
  /** Folders and name below the work's folder; every system takes them. */
  path: readonly string[]
  sizeBytes: number
}

/** The chosen files in the tree's order. Names are given to all first, so that another selection finds the same names. */
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
