import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { WorkRefParams } from './works.ts'

/** Number of peaks in the waveform of a file. */
export const WAVEFORM_PEAKS = 800

export const FileSound = z.object({
  /** As in the tracks: `{workId}/{fileId}`. */
  hash: z.string(),
  /** Base64 of {@link WAVEFORM_PEAKS} bytes: the loudest sample of each part, 0 for silence to 255 for full scale. */
  waveform: z.string(),
  /** Integrated loudness in LUFS (EBU R128); null if silent. */
  loudness: z.nullable(z.number()),
  /** True peak in dBTP; null if silent. */
  truePeak: z.nullable(z.number()),
})
export type FileSound = z.infer<typeof FileSound>

export const listSounds = endpoint({
  method: 'GET',
  path: '/api/sound/{id}',
  summary: "Returns waveform and loudness of a work's audio files that have been measured",
  tag: 'Media',
  params: WorkRefParams,
  response: z.object({ sounds: z.array(FileSound) }),
  errors: ['work.notFound'],
})
