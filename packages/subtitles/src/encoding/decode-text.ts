import { MAX_SUBTITLE_BYTES } from '../limits.ts'
import { SubtitleError } from '../subtitle-error.ts'
import { detectTextEncoding } from './text-encoding.ts'

const SAMPLE_BYTES = 64 * 1024

/**
 * Decodes a text file in UTF-8, UTF-16 or an East Asian encoding, without its byte order mark. Invalid bytes become
 * U+FFFD.
 *
 * @throws {SubtitleError} `tooLarge`
 */
export function decodeText(bytes: Uint8Array): string {
  if (bytes.length > MAX_SUBTITLE_BYTES) throw new SubtitleError('tooLarge')
  const text = new TextDecoder(detectTextEncoding(sampleOf(bytes))).decode(bytes)
  return text.startsWith('\ufeff') ? text.slice(1) : text
}

/**
 * Returns the sample to detect the encoding from: the start or, if that is plain ASCII, from the first other byte on.
 */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const head = bytes.subarray(0, SAMPLE_BYTES)
  if (bytes.length <= SAMPLE_BYTES || head.some((byte) => byte >= 0x80 || byte === 0 || byte === 0x1b)) return head
  const start = bytes.findIndex((byte) => byte >= 0x80)
  return start < 0 ? head : bytes.subarray(start, start + SAMPLE_BYTES)
}
