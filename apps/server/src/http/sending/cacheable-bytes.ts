/**
 * A copy for caches, in memory of its own. Other small buffers, and whatever zlib gives, lie in blocks of 64 kB that Node
 * shares out: one that is kept for long would keep all of its block.
 */
export function cacheableBytes(source: string | Uint8Array): Buffer {
  const isText = typeof source === 'string'
  const bytes = Buffer.allocUnsafeSlow(isText ? Buffer.byteLength(source) : source.byteLength)
  if (isText) bytes.write(source)
  else bytes.set(source)
  return bytes
}
