import type { TrackNode } from '@otodana/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { setAtHand } from '#lib/kept/at-hand.ts'

import { useConnection } from './connection.store.ts'
import { reachableTree } from './reachable-tree.ts'

const file = (type: 'audio' | 'text', id: number): TrackNode => ({
  type,
  hash: `1/${id}`,
  title: `${id}`,
  work: { id: 1, source_id: 'RJ000001', source_type: 'DLSITE' },
  workTitle: '',
  mediaStreamUrl: `http://here/api/media/stream/1/${id}`,
  mediaDownloadUrl: `http://here/api/media/download/1/${id}`,
  streamLowQualityUrl: `http://here/api/media/streamLowQuality/1/${id}`,
  size: 1,
})
const tree: TrackNode[] = [
  { type: 'folder', title: 'mp3', children: [file('audio', 1), file('audio', 2)] },
  { type: 'folder', title: 'wav', children: [file('audio', 3), file('text', 4)] },
]

beforeEach(() => vi.stubGlobal('navigator', { serviceWorker: { controller: {} } }))
afterEach(() => {
  setAtHand([])
  useConnection.setState({ reach: 'here' })
})

test('OFF-59 without the server only recordings that are on this device can be played', () => {
  setAtHand([
    [0, 1, 2, 'small'],
    [0, 1, 3, 'original'],
  ])
  expect(reachableTree(tree)).toBe(tree)
  for (const reach of ['unsure', 'away'] as const) {
    useConnection.setState({ reach })
    expect(reachableTree(tree)).toEqual([
      { type: 'folder', title: 'mp3', children: [file('audio', 2)] },
      { type: 'folder', title: 'wav', children: [file('audio', 3), file('text', 4)] },
    ])
  }
})

test('OFF-59 a work of which nothing is kept stays as it is', () => {
  setAtHand([[0, 2, 1, 'small']])
  useConnection.setState({ reach: 'away' })
  expect(reachableTree(tree)).toBe(tree)
})
