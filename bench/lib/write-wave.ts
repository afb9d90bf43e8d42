import { open } from 'node:fs/promises'

/** Writes a silent WAV, 44.1 kHz stereo, of exactly this many bytes. */
export async function writeWave(path: string, bytes: number): Promise<void> {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(bytes - 8, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(2, 22)
  header.writeUInt32LE(44_100, 24)
  header.writeUInt32LE(176_400, 28)
  header.writeUInt16LE(4, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(bytes - 44, 40)
  const handle = await open(path, 'w')
  try {
    await handle.write(header)
    const silence = Buffer.alloc(1_000_000)
    for (let written = header.length; written < bytes;) {
      const { bytesWritten } = await handle.write(silence, 0, Math.min(silence.length, bytes - written))
      written += bytesWritten
    }
  } finally {
    await handle.close()
  }
}
