const table = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0)
  return value
})

/** The checksum of zip archives. */
export function crc32(bytes: Uint8Array): number {
  let value = -1
  for (let index = 0; index < bytes.length; index++) value = (value >>> 8) ^ table[(value ^ bytes[index]!) & 0xff]!
  return ~value >>> 0
}
