import type { TrackNode } from '@otodana/contract'

/** Returns the sound of a tree, in its folders; folders without any are left out. */
export function soundOf(tree: readonly TrackNode[]): TrackNode[] {
  return tree.flatMap((node): TrackNode[] => {
    if (node.type !== 'folder') return node.type === 'audio' ? [node] : []
    const children = soundOf(node.children)
    return children.length > 0 ? [{ ...node, children }] : []
  })
}
