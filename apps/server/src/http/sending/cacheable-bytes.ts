/**
 * Copies bytes for a cache into their own memory. Node allocates small buffers and zlib output in shared 64 kB blocks:
 * a cached slice would keep its whole block in memory.
 */
export function cacheableBytes(source: string | Uint8Array): Buffer {
  const isText = typeof source === 'string'
  const bytes = Buffer.allocUnsafeSlow(isText ? Buffer.byteLength(source) : source.byteLength)
  if (isText) bytes.write(source)
  else bytes.set(source)
  return bytes
}
