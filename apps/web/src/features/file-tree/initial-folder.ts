import type { TrackFile, TrackNode } from '@otodana/contract'

import { contentOf, distinctRecordings, formatRank, nameWithoutExtension } from './folders.ts'

/** Extras that nobody means who just wants to hear the work. */
const EXTRA =
  /特典|おまけ|オマケ|フリートーク|ふりーとーく|キャストトーク|予告|体験版|trial|赠品|特别收录|花絮|自由谈话|附赠|試聴|试听|bonus|free ?talk|extra|omake|trailer|preview|sample/i

/** Folders that hold the work without its sound effects; the one with them is what was meant to be heard. */
const WITHOUT_EFFECTS =
  /(?:se|ｓｅ|効果音|音效|bgm)[\s_-]*(?:なし|無し?|ナシ|抜き|カット|off)|(?:無|无|no|without)[\s_-]*(?:se|効果音|音效|effects?)(?![a-z])/i

/** Versions this close to the longest are versions of the same recordings. */
const SAME_LENGTH_SECONDS = 300

/**
 * What a work plays when the listener has not chosen: all of its main recordings once, in their order.
 *
 * Folders named as extras are left out while there are others. The rest are versions of the work: what lies in one format,
 * with or without sound effects, belongs together, over however many folders (discs, chapters) it is spread. Of the
 * versions about as long as the longest, the one in the best format wins, then the one with effects, then the first.
 */
export function initialTracks(tree: readonly TrackNode[]): TrackFile[] {
  const folders = audioFolders(tree, { isExtra: false, hasEffects: true })
  const main = folders.filter((folder) => !folder.isExtra)
  const versions = versionsOf(main.length > 0 ? main : folders)
  const longest = Math.max(0, ...versions.map((version) => version.seconds))
  const [best] = versions
    .filter((version) => version.seconds >= longest - SAME_LENGTH_SECONDS)
    .sort((a, b) => a.formatRank - b.formatRank || Number(b.hasEffects) - Number(a.hasEffects))
  return best?.tracks ?? []
}

type Kind = { isExtra: boolean; hasEffects: boolean }
type AudioFolder = Kind & { tracks: TrackFile[]; formatRank: number }
type Version = { tracks: TrackFile[]; seconds: number; formatRank: number; hasEffects: boolean }

function audioFolders(nodes: readonly TrackNode[], kind: Kind): AudioFolder[] {
  const { folders, files } = contentOf(nodes)
  const below = folders.flatMap(({ title, children }) =>
    audioFolders(children, {
      isExtra: kind.isExtra || EXTRA.test(title),
      hasEffects: kind.hasEffects && !WITHOUT_EFFECTS.test(title),
    }),
  )
  // A sample may lie beside the folders of the work itself; inside them such a name belongs to the work.
  const isExtra = (file: TrackFile) => kind.isExtra || (folders.length > 0 && EXTRA.test(file.title))
  return [...audioFolder(files, isExtra, kind), ...below]
}

function audioFolder(files: readonly TrackFile[], isExtra: (file: TrackFile) => boolean, kind: Kind): AudioFolder[] {
  return [false, true].flatMap((wanted) => {
    const tracks = distinctRecordings(files.filter((file) => isExtra(file) === wanted))
    if (tracks.length === 0) return []
    const rank = Math.max(...tracks.map((track) => formatRank(track.title)))
    return [{ ...kind, isExtra: wanted, tracks, formatRank: rank }]
  })
}

function versionsOf(folders: readonly AudioFolder[]): Version[] {
  const versions = new Map<string, Version>()
  for (const { tracks, formatRank: rank, hasEffects } of folders) {
    const key = `${rank} ${String(hasEffects)}`
    const version = versions.get(key) ?? { tracks: [], seconds: 0, formatRank: rank, hasEffects }
    version.tracks.push(...tracks)
    versions.set(key, version)
  }
  for (const version of versions.values()) {
    version.tracks = withoutCopies(version.tracks)
    version.seconds = version.tracks.reduce((sum, track) => sum + (track.duration ?? 0), 0)
  }
  return [...versions.values()]
}

/** The same recording in two folders (two bit rates, say) plays once; `01.mp3` of two chapters is not the same one. */
function withoutCopies(tracks: readonly TrackFile[]): TrackFile[] {
  const seen = new Set<string>()
  return tracks.filter(({ title, duration }) => {
    if (duration === undefined) return true
    const recording = `${nameWithoutExtension(title)} ${duration.toFixed(1)}`
    if (seen.has(recording)) return false
    seen.add(recording)
    return true
  })
}
