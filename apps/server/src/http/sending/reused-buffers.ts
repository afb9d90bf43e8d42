/** Where the bytes of an answer are put together. */
export type Take = (length: number) => Buffer

export type ReusedBuffers = {
  take: Take
  /** Takes back bytes that are no longer read. Bytes from elsewhere are ignored. */
  giveBack(bytes: Buffer): void
}

const SMALLEST = 16 * 1024
const LARGEST = 2 * 1024 * 1024
/** Of all that wait for their next use. */
const MAX_IDLE_BYTES = 16 * 1024 * 1024

/**
 * Memory for answers, used again and again. New memory for each (53 kB for 20 works) would make V8 look through its whole
 * heap every 64 MB or so, which costs more than the answers do when a large catalogue lies in that heap.
 */
export function createReusedBuffers(): ReusedBuffers {
  /** By size, each twice the one before. */
  const idle = new Map<number, ArrayBuffer[]>()
  /** Weak: what is never given back, since its request came to an odd end, is gone with it. */
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
      // Once only: given back twice, it would be lent to two at a time.
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
