import type { TrackNode } from '@otodana/contract'
import { useMemo, useSyncExternalStore } from 'react'

import { filesAtHand, findAtHand, onAtHand } from '#lib/kept/at-hand.ts'

import { useConnection } from './connection.store.ts'

/**
 * Returns what of a work's files can be played now: without the server those recordings that are kept on this device,
 * if there are any.
 */
export function reachableTree(tree: readonly TrackNode[]): readonly TrackNode[] {
  // A request that has just failed is checked for a while.
  return useConnection.getState().reach === 'here' ? tree : atHandIn(tree)
}

/** As `reachableTree`; changes with the connection and with what is kept. */
export function useReachableTree(tree: readonly TrackNode[]): readonly TrackNode[] {
  const isAway = useConnection(({ reach }) => reach === 'away')
  const files = useSyncExternalStore(onAtHand, filesAtHand, filesAtHand)
  return useMemo(() => (isAway && files.size > 0 ? atHandIn(tree) : tree), [tree, isAway, files])
}

function atHandIn(tree: readonly TrackNode[]): readonly TrackNode[] {
  let hasSome = false
  const of = (nodes: readonly TrackNode[]): TrackNode[] =>
    nodes.flatMap((node): TrackNode[] => {
      if (node.type === 'folder') return [{ ...node, children: of(node.children) }]
      if (node.type !== 'audio') return [node]
      const isHere = [node.mediaStreamUrl, node.streamLowQualityUrl].some((url) => findAtHand(url) !== null)
      hasSome ||= isHere
      return isHere ? [node] : []
    })
  const found = of(tree)
  return hasSome ? found : tree
}
