import { encodeFlac } from './flac.ts'
import { encodeMp3, encodeOgg } from './lossy.ts'
import { toInterleaved16 } from './pcm.ts'
import { partsOf, type PieceId, type RecipeId, renderRecipe } from './pieces.ts'
import { SAMPLE_RATE, type Sound } from './sound.ts'
import { encodeWav } from './wav.ts'

export type OwnFormat = 'mp3' | 'wav' | 'flac' | 'ogg'

/** One unit of work for a render thread: a recipe as MP3 (long pieces are joined from those), or a piece in other formats. */
export type EncodeJob =
  | { kind: 'mp3'; recipe: RecipeId }
  | { kind: 'formats'; piece: PieceId; formats: Exclude<OwnFormat, 'mp3'>[] }

export type Encoded = { key: string; bytes: Uint8Array }

export const mp3Key = (recipe: RecipeId) => `mp3/${recipe}`
export const pieceKey = (piece: PieceId, format: OwnFormat) => `${format}/${piece}`

export async function runEncodeJob(job: EncodeJob, seed: number): Promise<Encoded[]> {
  if (job.kind === 'mp3') return [{ key: mp3Key(job.recipe), bytes: await encodeMp3(renderRecipe(job.recipe, seed)) }]
  const rendered = new Map<RecipeId, Sound>()
  const sounds = partsOf(job.piece).map((id) => {
    const sound = rendered.get(id) ?? renderRecipe(id, seed)
    rendered.set(id, sound)
    return sound
  })
  const samples = toInterleaved16(sounds)
  const encoded: Encoded[] = []
  for (const format of job.formats) {
    const bytes =
      format === 'wav'
        ? encodeWav(samples, SAMPLE_RATE)
        : format === 'flac'
          ? encodeFlac(samples, SAMPLE_RATE)
          : await encodeOgg(sounds)
    encoded.push({ key: pieceKey(job.piece, format), bytes })
  }
  return encoded
}
