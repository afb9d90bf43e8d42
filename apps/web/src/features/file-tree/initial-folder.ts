import type { TrackFile, TrackNode } from '@otodana/contract'

import { contentOf, distinctRecordings, formatRank } from './folders.ts'

/** Extras that nobody means who just wants to hear the work. */
const EXTRA =
  /特典|おまけ|オマケ|フリートーク|ふりーとーく|キャストトーク|予告|体験版|赠品|特别收录|花絮|自由谈话|附赠|試聴|试听|bonus|free ?talk|extra|omake|trailer|preview|sample/i

/** Folders this close to the longest are versions of the same recordings. */
const SAME_LENGTH_SECONDS = 300

/**
 * What a work plays when the listener has not chosen: the audio files of its main folder, in their order.
 *
 * Folders named as extras are left out while there are others. Of those about as long as the longest, the one in the
 * best format wins, then the first.
 */
export function initialTracks(tree: readonly TrackNode[]): TrackFile[] {
  const candidates = audioFolders(tree, false)
  const main = candidates.filter((candidate) => !candidate.isExtra)
  const eligible = main.length > 0 ? main : candidates
  const longest = Math.max(0, ...eligible.map((candidate) => candidate.seconds))
  const [best] = eligible
    .filter((candidate) => candidate.seconds >= longest - SAME_LENGTH_SECONDS)
    .sort((a, b) => a.formatRank - b.formatRank)
  return best?.tracks ?? []
}

type Candidate = { tracks: TrackFile[]; seconds: number; formatRank: number; isExtra: boolean }

function audioFolders(nodes: readonly TrackNode[], isExtra: boolean): Candidate[] {
  const { folders, files } = contentOf(nodes)
  const tracks = distinctRecordings(files)
  const below = folders.flatMap((folder) => audioFolders(folder.children, isExtra || EXTRA.test(folder.title)))
  if (tracks.length === 0) return below
  const here = {
    tracks,
    seconds: tracks.reduce((sum, track) => sum + (track.duration ?? 0), 0),
    formatRank: Math.max(...tracks.map((track) => formatRank(track.title))),
    isExtra,
  }
  return [here, ...below]
}
