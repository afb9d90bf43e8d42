import { stat } from 'node:fs/promises'

import type { FfmpegInputs } from '#ffmpeg/ffmpeg-input.ts'
import { FfmpegError, runFfmpeg } from '#ffmpeg/run-ffmpeg.ts'
import type { StoredFile } from '#storage/storage.ts'

import { planVideo, videoArguments, type VideoPlan } from './video-plan.ts'

const LOOK_TIMEOUT_MS = 20_000
/** A large file is copied from a slow disk, and written twice. */
const COPY_TIMEOUT_MS = 10 * 60_000
const ENCODE_TIMEOUT_MS = 60 * 60_000
/** Below that of small streams, which a listener waits for. */
const NICENESS = 10
/** A list of chapters may precede the streams. */
const MAX_MESSAGES = 256 * 1024
/** 8192 × 4320: larger pictures take memory and show nothing more. */
const MAX_PIXELS = String(8192 * 4320)
const LIMITS = ['-max_pixels', MAX_PIXELS]
/** Of an hour of reports, twice a second. */
const MAX_REPORT_BYTES = 16 * 1024 * 1024

export type VideoSource = {
  ffmpegPath: string
  inputs: FfmpegInputs
  file: StoredFile
  signal: AbortSignal
}

/**
 * Looks at what is in a video.
 *
 * @returns null if the file has no picture
 * @throws {FfmpegError} `isLasting`: ffmpeg cannot read it
 * @throws {StorageError} the file could not be read
 * @throws the signal's reason
 */
export async function lookAtVideo({ ffmpegPath, inputs, file, signal }: VideoSource): Promise<VideoPlan | null> {
  const { messages } = await inputs.use(file, ['-v', 'info', ...LIMITS], (input) =>
    runFfmpeg({
      ffmpegPath,
      signal,
      niceness: NICENESS,
      arguments: [...input, '-map', '0', '-ignore_unknown', '-c', 'copy', '-t', '0', '-f', 'null', '-'],
      timeoutMs: LOOK_TIMEOUT_MS,
      maxBytes: 0,
      maxMessages: MAX_MESSAGES,
    }),
  )
  return planVideo(messages)
}

type Making = {
  plan: VideoPlan
  /** Where to write the MP4. */
  path: string
  maxBytes: number
  /** Receives how many seconds of the video are done. */
  onProgress: (seconds: number) => void
}

/**
 * Makes an MP4 of a video as planned.
 *
 * @throws {FfmpegError} `isLasting`: ffmpeg cannot make it, or the MP4 would be too large
 * @throws {StorageError} the file could not be read to the end
 * @throws the signal's reason
 */
export async function makeVideo(source: VideoSource, { plan, path, maxBytes, onProgress }: Making): Promise<void> {
  const { ffmpegPath, inputs, file, signal } = source
  if (plan.copiesPicture && file.sizeBytes > maxBytes) throw tooLarge(maxBytes)
  await inputs.use(file, LIMITS, (input) =>
    runFfmpeg({
      ffmpegPath,
      signal,
      niceness: NICENESS,
      arguments: [
        ...input,
        '-nostats',
        '-progress',
        'pipe:1',
        ...videoArguments(plan),
        '-fs',
        String(maxBytes),
        '-y',
        `file:${path}`,
      ],
      timeoutMs: plan.copiesPicture ? COPY_TIMEOUT_MS : ENCODE_TIMEOUT_MS,
      maxBytes: MAX_REPORT_BYTES,
      onOutput: (report) => {
        // A report that comes in two pieces is left out; the next one follows.
        const [, microseconds] = /^out_time_us=(\d+)\n/m.exec(report.toString()) ?? []
        if (microseconds !== undefined) onProgress(Number(microseconds) / 1e6)
      },
    }),
  )
  const { size } = await stat(path)
  // ffmpeg stops at its limit without an error, a little before or after.
  if (size >= maxBytes * 0.99) throw tooLarge(maxBytes)
}

function tooLarge(maxBytes: number): FfmpegError {
  return new FfmpegError('refused', `the video would take more than ${maxBytes} bytes of the cache`)
}
