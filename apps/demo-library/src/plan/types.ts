import type { PieceId } from '../audio/pieces.ts'
import type { PaletteName } from '../art/palettes.ts'
import type { Picture, PictureFormat, SceneName } from '../art/draw-picture.ts'
import type { TextEncoding } from '../text/encode-text.ts'
import type { SubtitleFormat } from '../text/subtitles.ts'
import type { CircleId, SeriesName, StaffId, VoiceId } from './circles.ts'
import type { StoryId } from './stories.ts'
import type { TagId } from './tags.ts'

export type AudioFormat = 'mp3' | 'wav' | 'flac' | 'ogg' | 'opus' | 'm4a' | 'aac'

/** One file of a work, before it is made. Paths are relative to the work's folder, with `/`. */
export type FilePlan =
  | { kind: 'audio'; path: string; piece: PieceId; format: AudioFormat; title: string; track: number }
  | { kind: 'text'; path: string; text: string; encoding: TextEncoding }
  | { kind: 'picture'; path: string; picture: Picture; format: PictureFormat; width: number }

export type WorkPlan = {
  code: string
  /** Below the library's folder, with `/`; its last part names the work. */
  folder: string
  album: string
  artist: string
  year: number
  files: FilePlan[]
}

export type Track = readonly [title: string, piece: PieceId]

export type Layout =
  | { kind: 'flat' }
  | { kind: 'folder'; name: string }
  | { kind: 'formats'; formats: readonly AudioFormat[] }
  | { kind: 'effects' }
  | { kind: 'discs' }
  | { kind: 'deep' }

export type Subtitles = { story: StoryId; format: SubtitleFormat; encoding: TextEncoding; place: 'beside' | 'folder' }

/** A work as it is written down by hand; figures such as sales are drawn by seed. */
export type WorkSpec = {
  code: string
  title: string
  /** A pattern below the library: {code}, {lower}, {title}, {circle}, {year}. */
  folder: string
  circle: CircleId
  /** The title in other languages. */
  titles?: { ja?: string; zh?: string; en?: string }
  series?: { name: SeriesName; number: number }
  staff?: { scenario?: readonly StaffId[]; illustration?: readonly StaffId[]; music?: readonly StaffId[] }
  voices: readonly VoiceId[]
  tags: readonly TagId[]
  age: 'general' | 'r15' | 'adult'
  year: number
  /** Integer JPY. */
  price: number
  scene: SceneName
  palette: PaletteName
  cover: PictureFormat | null
  sidecar: 'yaml' | 'json' | null
  language: 'JPN' | 'ENG' | 'CHI_HANS'
  editions?: readonly { lang: string; code: string; label: string }[]
  original?: string
  description: string
  layout: Layout
  tracks: readonly Track[]
  bonus?: readonly Track[]
  subtitles?: readonly Subtitles[]
  /** How many more pictures lie in an illustrations folder. */
  pictures?: number
  readme?: TextEncoding
  texts?: readonly { path: string; text: string; encoding: TextEncoding }[]
  /** Extra formats that only ffmpeg can make, of the first tracks. */
  withFfmpeg?: readonly AudioFormat[]
}
