/** Bytes that can be read at any place, wherever they are. */
export type ByteSource = {
  size: number
  /** The bytes from `start` to `end`, or to where the source ends, in memory of their own. */
  read: (start: number, end: number) => Promise<Uint8Array<ArrayBuffer>>
}

export function bytesSource(bytes: Uint8Array<ArrayBuffer>): ByteSource {
  return { size: bytes.length, read: (start, end) => Promise.resolve(bytes.slice(Math.max(0, start), end)) }
}

export function blobSource(blob: Blob): ByteSource {
  return {
    size: blob.size,
    read: async (start, end) => new Uint8Array(await blob.slice(start, end).arrayBuffer()),
  }
}

/** A part of another source. */
export function partSource(source: ByteSource, from: number, size: number): ByteSource {
  return { size, read: (start, end) => source.read(from + start, from + Math.min(end, size)) }
}
