import type { FfmpegInputs } from '#ffmpeg/ffmpeg-input.ts'
import { FfmpegError, runFfmpeg } from '#ffmpeg/run-ffmpeg.ts'
import type { StoredFile } from '#storage/storage.ts'

import { soundArguments, type StreamFormat } from './stream-format.ts'
import { chunkPackets, type StreamLayout } from './stream-layout.ts'

const CHUNK_TIMEOUT_MS = 30_000
const CHECK_TIMEOUT_MS = 10_000
/** A listener is waiting, but the server and the rest of the machine come first. */
const NICENESS = 5
/** A disk error within a file, which ffmpeg treats as its end. */
const READ_FAILURE = /Input\/output error|Stale file handle|Transport endpoint is not connected/
/** Extra packets after the chunk, so that its last one is not the encoder's padding. */
const TRAIL_PACKETS = 4
const SILENT_INPUT = '-nostdin -hide_banner -v error -f lavfi -i anullsrc=r=48000:cl=stereo -t 0.4'.split(' ')
/** Maximum number of packets an encoder may return beyond its input. */
const SPARE_PACKETS = 8

type ChunkSource = {
  ffmpegPath: string
  inputs: FfmpegInputs
  file: StoredFile
  layout: StreamLayout
  /** A silent packet, used to fill up a file shorter than declared. */
  silence: Buffer
  signal: AbortSignal
}

/**
 * Generates one chunk of a stream from its part of the file: always the same bytes, in whatever order chunks are
 * generated.
 *
 * @throws {FfmpegError} `isLasting`: the file contains no audio that ffmpeg can read
 * @throws {StorageError} the file could not be read to the end
 * @throws the signal's reason
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
 * Returns a silent packet, which also proves that ffmpeg runs and supports the format.
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
