/** Allocates the bytes of a response. */
export type Take = (length: number) => Buffer

export type ReusedBuffers = {
  take: Take
  /** Releases bytes that are no longer read. Ignores bytes from elsewhere. */
  giveBack(bytes: Buffer): void
}

const SMALLEST = 16 * 1024
const LARGEST = 2 * 1024 * 1024
/** Total size of released buffers. */
const MAX_IDLE_BYTES = 16 * 1024 * 1024

/**
 * Reuses buffers for responses. Allocating each one (53 kB for 20 works) would make V8 collect its whole heap about
 * every 64 MB, which costs more than the responses themselves when the heap contains a large catalogue.
 */
export function createReusedBuffers(): ReusedBuffers {
  /** By size, in powers of two. */
  const idle = new Map<number, ArrayBuffer[]>()
  /** Weak, so that buffers of aborted requests are garbage collected. */
  const lent = new WeakSet<ArrayBufferLike>()
  let idleBytes = 0

  return {
    take(length) {
      if (length > LARGEST) return Buffer.allocUnsafeSlow(length)
      let size = SMALLEST
      while (size < length) size *= 2
      const known = idle.get(size)?.pop()
      if (known) idleBytes -= size
      const memory = known ?? Buffer.allocUnsafeSlow(size).buffer
      lent.add(memory)
      return Buffer.from(memory, 0, length)
    },

    giveBack({ buffer }) {
      // Ignores a second release, which would make two users share it.
      if (!lent.delete(buffer)) return
      const size = buffer.byteLength
      if (idleBytes + size > MAX_IDLE_BYTES) return
      idleBytes += size
      const alike = idle.get(size)
      if (alike) alike.push(buffer as ArrayBuffer)
      else idle.set(size, [buffer as ArrayBuffer])
    },
  }
}
