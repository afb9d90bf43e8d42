import type { AudioFormat, WorkPlan } from '../plan/types.ts'
import { type Encoded, type EncodeJob, type OwnFormat, pieceKey } from './encode-piece.ts'
import { convertWithFfmpeg, type FfmpegFormat } from './ffmpeg.ts'
import { withFlacComments } from './flac.ts'
import { id3Tag, type TrackTags, vorbisComments } from './id3.ts'
import { partsOf, type PieceId } from './pieces.ts'

/** The encodings that some works need, each once, in the order in which the works need them. */
export function jobsFor(works: readonly WorkPlan[]): EncodeJob[] {
  const wanted = new Map<PieceId, Set<OwnFormat>>()
  const want = (piece: PieceId, format: OwnFormat) => wanted.set(piece, (wanted.get(piece) ?? new Set()).add(format))
  for (const file of works.flatMap((work) => work.files)) {
    if (file.kind !== 'audio') continue
    if (file.format === 'mp3') for (const recipe of partsOf(file.piece)) want(recipe, 'mp3')
    else want(file.piece, sourceOf(file.format))
  }
  return [...wanted].map(([piece, formats]): EncodeJob => ({ piece, formats: [...formats] }))
}

/** Encoded sounds, some of which are still being made. */
export type SoundBank = {
  /** @param key  one of the jobs' */
  get(key: string): Promise<Buffer>
  put(encoded: readonly Encoded[]): void
}

export function createSoundBank(jobs: readonly EncodeJob[]): SoundBank {
  const keys = jobs.flatMap(({ piece, formats }) => formats.map((format) => pieceKey(piece, format)))
  const sounds = new Map(keys.map((key) => [key, Promise.withResolvers<Buffer>()]))
  function soundOf(key: string) {
    const sound = sounds.get(key)
    if (!sound) throw new Error(`The sound bank lacks ${key}`)
    return sound
  }
  return {
    get: async (key) => soundOf(key).promise,
    put(encoded) {
      for (const { key, bytes } of encoded) {
        soundOf(key).resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
      }
    },
  }
}

/** ffmpeg's formats are made from the WAV. */
function sourceOf(format: AudioFormat): Exclude<OwnFormat, 'mp3'> {
  return format === 'flac' || format === 'ogg' ? format : 'wav'
}

/** The bytes of one track: the shared encoding with the track's own tags. */
export async function trackBytes(
  bank: SoundBank,
  {
    piece,
    format,
    tags,
    ffmpegPath,
  }: { piece: PieceId; format: AudioFormat; tags: TrackTags; ffmpegPath: string | null },
): Promise<Buffer> {
  if (format === 'mp3') {
    const parts = await Promise.all(partsOf(piece).map((recipe) => bank.get(pieceKey(recipe, 'mp3'))))
    return Buffer.concat([id3Tag(tags), ...parts])
  }
  const source = await bank.get(pieceKey(piece, sourceOf(format)))
  if (format === 'flac') return withFlacComments(source, vorbisComments(tags))
  if (format === 'wav' || format === 'ogg') return source
  if (!ffmpegPath) throw new Error(`${format} needs ffmpeg`)
  const { title, artist, album, track } = tags
  return convertWithFfmpeg(ffmpegPath, source, format satisfies FfmpegFormat, {
    title,
    artist,
    album,
    track: String(track),
  })
}
