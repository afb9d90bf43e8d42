/**
 * Copies bytes for a cache into their own memory. Node allocates small buffers and zlib output in shared 64 kB blocks:
 * a cached slice would keep its whole block in memory.
 */
export function cacheableBytes(source: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafeSlow(source.byteLength)
  bytes.set(source)
  return bytes
}
