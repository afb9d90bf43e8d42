import type { FfmpegInputs } from '#ffmpeg/ffmpeg-input.ts'
import { FfmpegError, runFfmpeg } from '#ffmpeg/run-ffmpeg.ts'
import type { StoredFile } from '#storage/storage.ts'

import { soundArguments, type StreamFormat } from './stream-format.ts'
import { chunkPackets, type StreamLayout } from './stream-layout.ts'

const CHUNK_TIMEOUT_MS = 30_000
const CHECK_TIMEOUT_MS = 10_000
/** A listener waits for it, but the server itself and the rest of the machine come first. */
const NICENESS = 5
/** A disk that fails in the middle of a file, which ffmpeg takes for the file's end. */
const READ_FAILURE = /Input\/output error|Stale file handle|Transport endpoint is not connected/
/** Packets beyond the chunk, so that its last one is not the encoder's farewell. */
const TRAIL_PACKETS = 4
const SILENT_INPUT = '-nostdin -hide_banner -v error -f lavfi -i anullsrc=r=48000:cl=stereo -t 0.4'.split(' ')
/** The most that an encoder may give beyond what it was given sound for. */
const SPARE_PACKETS = 8

type ChunkSource = {
  ffmpegPath: string
  inputs: FfmpegInputs
  file: StoredFile
  layout: StreamLayout
  /** A packet that is silent: it fills up a file that is shorter than it said. */
  silence: Buffer
  signal: AbortSignal
}

/**
 * Makes one chunk of a stream from its own part of the file: always the same bytes, in whatever order chunks are made.
 *
 * @throws {FfmpegError} `isLasting`: the file holds no sound that ffmpeg can read
 * @throws {StorageError} the file could not be read to the end
 * @throws the signal's reason when it was aborted
 */
export async function makeChunk(source: ChunkSource, chunk: number): Promise<Buffer> {
  const { ffmpegPath, inputs, file, layout, silence, signal } = source
  const { format } = layout
  const { first, count } = chunkPackets(layout, chunk)
  const lead = Math.min(first, format.leadPackets)
  const wanted = lead + count + TRAIL_PACKETS
  const options = [
    ...(first === lead ? [] : ['-ss', seconds((first - lead) * format.packetSeconds)]),
    '-t',
    seconds(wanted * format.packetSeconds),
  ]
  const { output, messages } = await inputs.use(file, options, (input) =>
    runFfmpeg({
      ffmpegPath,
      arguments: [...input, ...soundArguments, ...format.encoderArguments, 'pipe:1'],
      signal,
      timeoutMs: CHUNK_TIMEOUT_MS,
      maxBytes: (wanted + SPARE_PACKETS) * format.packetBytes,
      niceness: NICENESS,
    }),
  )
  const packets = cut(output, format).slice(lead, lead + count)
  if (packets.length < count && READ_FAILURE.test(messages)) {
    throw new FfmpegError('killed', `ffmpeg could not read on: ${messages.trim()}`)
  }
  if (chunk === 0 && packets.length === 0) throw new FfmpegError('refused', 'ffmpeg found no sound in the file')
  while (packets.length < count) packets.push(silence)
  return format.wrap(first, packets)
}

/**
 * A silent packet, which also shows that this ffmpeg runs and knows the format.
 *
 * @throws {FfmpegError}
 */
export async function makeSilence(ffmpegPath: string, format: StreamFormat, signal: AbortSignal): Promise<Buffer> {
  const { output } = await runFfmpeg({
    ffmpegPath,
    arguments: [...SILENT_INPUT, ...soundArguments, ...format.encoderArguments, 'pipe:1'],
    signal,
    timeoutMs: CHECK_TIMEOUT_MS,
    maxBytes: 1_000_000,
    niceness: 0,
  })
  const packets = cut(output, format)
  const settled = packets[Math.floor(packets.length / 2)]
  if (!settled) throw new FfmpegError('refused', 'ffmpeg made nothing of silence')
  return Buffer.from(settled)
}

function cut(bytes: Buffer, { packetBytes, name }: StreamFormat): Buffer[] {
  if (bytes.length % packetBytes !== 0) {
    throw new FfmpegError('refused', `ffmpeg's ${name} encoder gave packets of another size than ${packetBytes} bytes`)
  }
  return Array.from({ length: bytes.length / packetBytes }, (_, index) =>
    bytes.subarray(index * packetBytes, (index + 1) * packetBytes),
  )
}

function seconds(value: number): string {
  return value.toFixed(3)
}
