import { WAVEFORM_PEAKS } from '@otodana/contract'

import type { FfmpegInputs } from '#ffmpeg/ffmpeg-input.ts'
import { FfmpegError, type FfmpegRun, runFfmpeg } from '#ffmpeg/run-ffmpeg.ts'
import type { StoredFile } from '#storage/storage.ts'

import { createPeaks } from './peaks.ts'

export type Measured = {
  /** Base64 of `WAVEFORM_PEAKS` bytes. */
  waveform: string
  /** LUFS; null: silence. */
  loudness: number | null
  /** dBTP; null: silence. */
  truePeak: number | null
}

/** Enough for the waveform, at a sixth of the cost. */
const PEAK_RATE = 8_000
const FILTERS = [
  'ebur128=peak=true:framelog=verbose',
  `aformat=sample_fmts=s16:sample_rates=${PEAK_RATE}:channel_layouts=mono`,
].join(',')
/** Analyses the first audio stream; ebur128 reports at log level info. */
const SOUND_ARGUMENTS = `-nostats -v info -map 0:a:0 -vn -sn -dn -af ${FILTERS} -f s16le`.split(' ')
const LAST_NICENESS = 19
const MIN_TIMEOUT_MS = 10 * 60_000
/** Too quiet to normalise; ffmpeg reports -70 for silence. */
const SILENCE_LUFS = -70

type MeasureOptions = {
  ffmpegPath: string
  inputs: FfmpegInputs
  durationSeconds: number
  signal: AbortSignal
  onProgress: (share: number) => void
  onStarted: NonNullable<FfmpegRun['onStarted']>
}

/**
 * Measures a file's loudness and waveform in one pass, with the lowest priority.
 *
 * @throws {FfmpegError}
 * @throws the signal's reason
 */
export async function measureSound(file: StoredFile, options: MeasureOptions): Promise<Measured> {
  const { ffmpegPath, inputs, durationSeconds, signal, onProgress, onStarted } = options
  const samples = Math.ceil(durationSeconds * PEAK_RATE)
  const peaks = createPeaks(samples, WAVEFORM_PEAKS)
  let bytes = 0
  const { messages } = await inputs.use(file, [], (input) =>
    runFfmpeg({
      ffmpegPath,
      arguments: [...input, ...SOUND_ARGUMENTS, '-t', String(durationSeconds + 60), 'pipe:1'],
      signal,
      timeoutMs: Math.max(MIN_TIMEOUT_MS, durationSeconds * 1_000),
      maxBytes: samples * 2 + 120 * PEAK_RATE * 2,
      niceness: LAST_NICENESS,
      onStarted,
      onOutput(part) {
        bytes += part.length
        peaks.add(part)
        onProgress(bytes / 2 / samples)
      },
    }),
  )
  if (peaks.isEmpty()) throw new FfmpegError('refused', 'ffmpeg found no sound in the file')
  return { waveform: peaks.toBytes().toString('base64'), ...readSummary(messages) }
}

/** Parses the end of ebur128's report; the last line of each name counts. */
export function readSummary(messages: string): Omit<Measured, 'waveform'> {
  const last = (pattern: RegExp) => [...messages.matchAll(pattern)].at(-1)?.[1]
  const loudness = Number(last(/^\s*I:\s+(-?[\d.]+|-?inf|nan) LUFS/gm) ?? Number.NaN)
  const peak = Number(last(/^\s*Peak:\s+(-?[\d.]+|-?inf|nan) dBFS/gm) ?? Number.NaN)
  const isSilent = !Number.isFinite(loudness) || loudness <= SILENCE_LUFS
  return { loudness: isSilent ? null : loudness, truePeak: Number.isFinite(peak) ? peak : null }
}
