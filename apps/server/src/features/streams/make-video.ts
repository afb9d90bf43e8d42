import { stat } from 'node:fs/promises'

import type { FfmpegInputs } from '#ffmpeg/ffmpeg-input.ts'
import { FfmpegError, runFfmpeg } from '#ffmpeg/run-ffmpeg.ts'
import type { StoredFile } from '#storage/storage.ts'

import { planVideo, videoArguments } from './video-plan.ts'

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

type VideoSource = {
  ffmpegPath: string
  inputs: FfmpegInputs
  file: StoredFile
  /** Where to write the MP4. */
  path: string
  maxBytes: number
  signal: AbortSignal
}

/**
 * Makes an MP4 of a video: copies picture and sound that browsers play, and encodes what they do not.
 *
 * @returns false if the file has no picture
 * @throws {FfmpegError} `isLasting`: ffmpeg cannot read it, or the MP4 would be too large
 * @throws {StorageError} the file could not be read to the end
 * @throws the signal's reason
 */
export async function makeVideo({ ffmpegPath, inputs, file, path, maxBytes, signal }: VideoSource): Promise<boolean> {
  const limits = ['-max_pixels', MAX_PIXELS]
  const run = { ffmpegPath, signal, niceness: NICENESS }
  const { messages } = await inputs.use(file, ['-v', 'info', ...limits], (input) =>
    runFfmpeg({
      ...run,
      arguments: [...input, '-map', '0', '-c', 'copy', '-t', '0', '-f', 'null', '-'],
      timeoutMs: LOOK_TIMEOUT_MS,
      maxBytes: 0,
      maxMessages: MAX_MESSAGES,
    }),
  )
  const plan = planVideo(messages)
  if (!plan) return false
  if (plan.copiesPicture && file.sizeBytes > maxBytes) throw tooLarge(maxBytes)
  await inputs.use(file, limits, (input) =>
    runFfmpeg({
      ...run,
      arguments: [...input, ...videoArguments(plan), '-fs', String(maxBytes), '-y', `file:${path}`],
      timeoutMs: plan.copiesPicture ? COPY_TIMEOUT_MS : ENCODE_TIMEOUT_MS,
      maxBytes: 0,
    }),
  )
  const { size } = await stat(path)
  // ffmpeg stops at its limit without an error, a little before or after.
  if (size >= maxBytes * 0.99) throw tooLarge(maxBytes)
  return true
}

function tooLarge(maxBytes: number): FfmpegError {
  return new FfmpegError('refused', `the video would take more than ${maxBytes} bytes of the cache`)
}
