/** Bytes with random access. */
export type ByteSource = {
  size: number
  /** Returns a copy of the bytes from `start` to `end`, or to the end of the source. */
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

/** A range of another source. */
export function partSource(source: ByteSource, from: number, size: number): ByteSource {
  return { size, read: (start, end) => source.read(from + start, from + Math.min(end, size)) }
}
