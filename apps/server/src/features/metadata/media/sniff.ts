/** The type by content, because names may be wrong. */
export type Container = { mimeType: string; kind: 'mpeg' | 'ogg' | 'flac' | 'wav' | 'mp4' }

/** Returns the container of a file by its first bytes; null if unknown. */
export function sniffContainer(head: Uint8Array): Container | null {
  const text = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, 12)).toString('latin1')
  if (text.startsWith('fLaC')) return { kind: 'flac', mimeType: 'audio/flac' }
  if (text.startsWith('OggS')) return { kind: 'ogg', mimeType: 'audio/ogg' }
  if (/^(?:RIFF|RF64|BW64)[^]{4}WAVE/.test(text)) return { kind: 'wav', mimeType: 'audio/wav' }
  if (text.slice(4, 8) === 'ftyp') return { kind: 'mp4', mimeType: 'audio/mp4' }
  return null
}

export const mpegContainer: Container = { kind: 'mpeg', mimeType: 'audio/mpeg' }
