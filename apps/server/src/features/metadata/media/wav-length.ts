import type { MediaFile } from './media-file.ts'

/** The result from a WAV's headers: null if its format has no fixed rate. */
export type WavLength = { seconds: number | null; problem: string | null }

const MAX_CHUNKS = 64
/** The maximum of a 32-bit size. */
const MAX_RIFF_BYTES = 0xffff_ffff
/** Programs that write to a pipe leave the size at 0 or one of these. */
const OPEN_SIZE = 0x7fff_ffff
const PCM = 1
/** PCM, float, A-law, µ-law, also as declared in the extension: constant bytes per second. */
const STEADY_FORMATS = new Set([PCM, 3, 6, 7, 0xfffe])

type Sizes = { bytesPerSecond: number | null; longBytes: number | null }

/**
 * Determines the duration of a WAV, including RF64 and BW64, which have 64-bit sizes (EBU Tech 3306, ITU-R BS.2088).
 * Reads chunk headers only. In a plain WAV beyond 4 GiB, whose size has overflowed, everything after the header counts
 * as audio.
 *
 * @returns null if there is no audio
 */
export async function wavLength(file: MediaFile): Promise<WavLength | null> {
  const sizes: Sizes = { bytesPerSecond: null, longBytes: null }
  let at = 12
  for (let chunks = 0; chunks < MAX_CHUNKS; chunks++) {
    const header = viewOf(await file.read(at, 8))
    if (header.byteLength < 8) return null
    const size = header.getUint32(4, true)
    if (nameOf(header) === 'data') return soundLength(file.size - at - 8, size, sizes)
    if (nameOf(header) === 'fmt ') sizes.bytesPerSecond = readRate(viewOf(await file.read(at + 8, 16)))
    if (nameOf(header) === 'ds64') sizes.longBytes = readLongSize(viewOf(await file.read(at + 8, 16)))
    at += 8 + size + (size % 2)
  }
  return null
}

function soundLength(present: number, told: number, { bytesPerSecond, longBytes }: Sizes): WavLength {
  const isLong = longBytes !== null && told === MAX_RIFF_BYTES
  const isOpen = isLong ? longBytes === 0 : told === 0 || told >= OPEN_SIZE || present > MAX_RIFF_BYTES
  const promised = isOpen ? present : isLong ? longBytes : told
  return {
    seconds: bytesPerSecond === null ? null : Math.min(promised, present) / bytesPerSecond,
    // An interrupted recorder leaves a data chunk that declares more than there is.
    problem: promised > present ? `The file ends early: ${present} of ${promised} bytes are there` : null,
  }
}

function readRate(view: DataView): number | null {
  if (view.byteLength < 16 || !STEADY_FORMATS.has(view.getUint16(0, true))) return null
  const bytesPerSecond = view.getUint32(8, true)
  return bytesPerSecond > 0 ? bytesPerSecond : null
}

function readLongSize(view: DataView): number | null {
  return view.byteLength < 16 ? null : Number(view.getBigUint64(8, true))
}

function nameOf(view: DataView): string {
  return Buffer.from(view.buffer, view.byteOffset, 4).toString('latin1')
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
}
