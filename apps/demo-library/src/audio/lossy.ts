import { createMp3Encoder, createOggEncoder } from 'wasm-media-encoders'
import { SAMPLE_RATE, type Sound } from './sound.ts'

/**
 * A constant bit rate whose frames are all of one size at 24 kHz: length and seeking are exact without an index, and
 * whole streams can be joined end to end.
 */
const MP3_BITRATE = 64

export async function encodeMp3(sounds: readonly Sound[]): Promise<Buffer> {
  const encoder = await createMp3Encoder()
  encoder.configure({ sampleRate: SAMPLE_RATE, channels: 2, bitrate: MP3_BITRATE, outputSampleRate: SAMPLE_RATE })
  return drain(encoder, sounds)
}

/** Ogg Vorbis; the serial number is fixed because the encoder otherwise draws one. */
export async function encodeOgg(sounds: readonly Sound[]): Promise<Buffer> {
  const encoder = await createOggEncoder()
  encoder.configure({ sampleRate: SAMPLE_RATE, channels: 2, vbrQuality: 1, oggSerialNo: 20_260_101 })
  return drain(encoder, sounds)
}

type Encoder = { encode(samples: readonly Float32Array[]): Uint8Array; finalize(): Uint8Array }

function drain(encoder: Encoder, sounds: readonly Sound[]): Buffer {
  const parts: Buffer[] = []
  for (const { left, right } of sounds) {
    for (let start = 0; start < left.length; start += 65_536) {
      const end = start + 65_536
      // the encoder owns what it returns: copy before the next call
      parts.push(Buffer.from(encoder.encode([left.subarray(start, end), right.subarray(start, end)])))
    }
  }
  parts.push(Buffer.from(encoder.finalize()))
  return Buffer.concat(parts)
}
