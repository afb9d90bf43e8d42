import type { AudioFormat, WorkPlan } from '../catalogue/types.ts'
import { type EncodeJob, type OwnFormat, pieceKey } from './encode-piece.ts'
import { convertWithFfmpeg, type FfmpegFormat } from './ffmpeg.ts'
import { withFlacComments } from './flac.ts'
import { id3Tag, type TrackTags, vorbisComments } from './id3.ts'
import { lengthOf, partsOf, type PieceId } from './pieces.ts'

/** The encodings that some works need, each once; the slowest first, so that no thread ends long after the others. */
export function jobsFor(works: readonly WorkPlan[]): EncodeJob[] {
  const wanted = new Map<PieceId, Set<OwnFormat>>()
  const want = (piece: PieceId, format: OwnFormat) => wanted.set(piece, (wanted.get(piece) ?? new Set()).add(format))
  for (const file of works.flatMap((work) => work.files)) {
    if (file.kind !== 'audio') continue
    if (file.format === 'mp3') for (const recipe of partsOf(file.piece)) want(recipe, 'mp3')
    else want(file.piece, sourceOf(file.format))
  }
  const jobs = [...wanted].map(([piece, formats]): EncodeJob => ({ piece, formats: [...formats] }))
  return jobs.sort((a, b) => lengthOf(b.piece) * b.formats.length - lengthOf(a.piece) * a.formats.length)
}

/** ffmpeg's formats are made from the WAV. */
function sourceOf(format: AudioFormat): Exclude<OwnFormat, 'mp3'> {
  return format === 'flac' || format === 'ogg' ? format : 'wav'
}

/** The bytes of one track: the shared encoding with the track's own tags. */
export async function trackBytes(
  bank: ReadonlyMap<string, Buffer>,
  {
    piece,
    format,
    tags,
    ffmpegPath,
  }: { piece: PieceId; format: AudioFormat; tags: TrackTags; ffmpegPath: string | null },
): Promise<Buffer> {
  const get = (key: string): Buffer => {
    const bytes = bank.get(key)
    if (!bytes) throw new Error(`The sound bank lacks ${key}`)
    return bytes
  }
  if (format === 'mp3')
    return Buffer.concat([id3Tag(tags), ...partsOf(piece).map((recipe) => get(pieceKey(recipe, 'mp3')))])
  const source = get(pieceKey(piece, sourceOf(format)))
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
