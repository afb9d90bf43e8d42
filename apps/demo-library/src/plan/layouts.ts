import { lengthOf, type PieceId } from '../audio/pieces.ts'
import { cuesFor, writeSubtitles } from '../text/subtitles.ts'
import { safeName } from './file-names.ts'
import { stories } from './stories.ts'
import type { AudioFormat, FilePlan, Layout, Subtitles, Track, WorkSpec } from './types.ts'

/** What is left of a piece when its sound effects are taken away. */
const plain: Partial<Record<PieceId, PieceId>> = {
  musicBoxInRain: 'musicBox',
  kalimbaByTheFire: 'kalimba',
  rainAndBowls: 'bowls',
  windBells: 'wind',
  starlight: 'warmPad',
  pages: 'fireplace',
}

/** The audio of a work in the folders that its kind of release has, with its subtitles. */
export function layOut(spec: WorkSpec, hasFfmpeg: boolean): FilePlan[] {
  const files: FilePlan[] = []
  const add = (
    folder: string,
    tracks: readonly Track[],
    format: AudioFormat,
    name: (index: number, title: string) => string,
  ) => {
    for (const [index, [title, piece]] of tracks.entries()) {
      const path = `${folder}${safeName(name(index, title), 150)}.${format}`
      files.push({ kind: 'audio', path, piece, format, title, track: index + 1 })
    }
  }
  const places: Record<Layout['kind'], () => void> = {
    flat: () => add('', spec.tracks, 'mp3', numbered),
    folder: () => add(`${(spec.layout as { name: string }).name}/`, spec.tracks, 'mp3', padded),
    formats: () => {
      for (const format of (spec.layout as { formats: readonly AudioFormat[] }).formats)
        add(`${format}/`, spec.tracks, format, trackNamed)
    },
    effects: () => {
      add('本編/SEあり/', spec.tracks, 'mp3', trackNamed)
      const bare = spec.tracks.map(([title, piece]): Track => [title, plain[piece] ?? piece])
      add('本編/SEなし/', bare, 'mp3', trackNamed)
    },
    discs: () => {
      const half = Math.ceil(spec.tracks.length / 2)
      add('Disc 1/', spec.tracks.slice(0, half), 'mp3', padded)
      add('Disc 2/', spec.tracks.slice(half), 'mp3', padded)
    },
    deep: () => {
      for (const [index, track] of spec.tracks.entries()) {
        const chapter = `01_本編/第${index + 1}章 ${safeName(track[0], 60)}`
        add(`${chapter}/mp3/SEあり/左右反転なし/`, [track], 'mp3', trackNamed)
        add(`${chapter}/mp3/SEなし/左右反転なし/`, [[track[0], plain[track[1]] ?? track[1]]], 'mp3', trackNamed)
      }
    },
  }
  places[spec.layout.kind]()
  if (spec.bonus)
    add(
      spec.language === 'ENG' ? 'Bonus/' : spec.layout.kind === 'effects' ? 'おまけ/' : '特典/',
      spec.bonus,
      'mp3',
      (_, title) => title,
    )
  if (hasFfmpeg) for (const format of spec.withFfmpeg ?? []) add(`${format}/`, spec.tracks.slice(0, 2), format, padded)
  for (const subtitles of spec.subtitles ?? []) files.push(...subtitleFiles(spec, subtitles, files))
  return files
}

const numbered = (index: number, title: string) => `${index + 1}.${title}`
const padded = (index: number, title: string) => `${String(index + 1).padStart(2, '0')} ${title}`
const trackNamed = (index: number, title: string) => `トラック${String(index + 1).padStart(2, '0')}_${title}`

/** One file for each track of the first folder with audio: `01.mp3.vtt` or `01.lrc` beside it, or in a folder of its own. */
function subtitleFiles(
  spec: WorkSpec,
  { story, format, encoding, place }: Subtitles,
  files: readonly FilePlan[],
): FilePlan[] {
  const audio = files.filter((file) => file.kind === 'audio')
  const folder = folderOf(audio[0]?.path ?? '')
  const isDeep = spec.layout.kind === 'deep'
  const tracks = isDeep
    ? audio.filter((file) => file.path.includes('SEあり'))
    : audio.filter((file) => folderOf(file.path) === folder)
  return tracks.map((track, index) => {
    const lines = rotate(stories[story], index * 3)
    const cues = cuesFor(lines, lengthOf(track.piece))
    const base = track.path.slice(0, track.path.lastIndexOf('.'))
    const beside = format === 'vtt' ? `${track.path}.vtt` : `${base}.${format}`
    const away = `${spec.language === 'ENG' ? 'Subtitles' : '字幕'}/${base.slice(base.lastIndexOf('/') + 1)}.${format}`
    const text = writeSubtitles(cues, format, track.title, spec.language)
    return { kind: 'text', path: place === 'beside' ? beside : away, text, encoding }
  })
}

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1)

/** Each track begins elsewhere in the story, so that no two read alike; the last line stays last. */
function rotate(lines: readonly string[], by: number): string[] {
  const body = lines.slice(0, -1)
  const start = by % Math.max(1, body.length)
  return [...body.slice(start), ...body.slice(0, start), ...lines.slice(-1)]
}
