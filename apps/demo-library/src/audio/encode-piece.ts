import { encodeFlac } from './flac.ts'
import { encodeMp3, encodeOgg } from './lossy.ts'
import { toInterleaved16 } from './pcm.ts'
import { partsOf, type PieceId, type RecipeId, renderRecipe } from './pieces.ts'
import { SAMPLE_RATE, type Sound } from './sound.ts'
import { encodeWav } from './wav.ts'

export type OwnFormat = 'mp3' | 'wav' | 'flac' | 'ogg'

/** One unit of work for a render thread. A piece of several recipes has no `mp3`: that is joined from its recipes'. */
export type EncodeJob = { piece: PieceId; formats: OwnFormat[] }

export type Encoded = { key: string; bytes: Uint8Array }

export const pieceKey = (piece: PieceId, format: OwnFormat) => `${format}/${piece}`

export async function runEncodeJob(job: EncodeJob, seed: number): Promise<Encoded[]> {
  const rendered = new Map<RecipeId, Sound>()
  const sounds = partsOf(job.piece).map((id) => {
    const sound = rendered.get(id) ?? renderRecipe(id, seed)
    rendered.set(id, sound)
    return sound
  })
  const encoders: Record<OwnFormat, () => Buffer | Promise<Buffer>> = {
    mp3: () => encodeMp3(sounds),
    ogg: () => encodeOgg(sounds),
    wav: () => encodeWav(toInterleaved16(sounds), SAMPLE_RATE),
    flac: () => encodeFlac(toInterleaved16(sounds), SAMPLE_RATE),
  }
  const encoded: Encoded[] = []
  for (const format of job.formats) encoded.push({ key: pieceKey(job.piece, format), bytes: await encoders[format]() })
  return encoded
}
