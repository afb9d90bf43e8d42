export type TrackTags = { title: string; artist: string; album: string; track: number; year: number }

/** An ID3v2.3 tag with UTF-16 texts, the form that old and new programs alike read. */
export function id3Tag(tags: TrackTags): Buffer {
  const frames = Buffer.concat([
    textFrame('TIT2', tags.title),
    textFrame('TPE1', tags.artist),
    textFrame('TALB', tags.album),
    textFrame('TRCK', String(tags.track)),
    textFrame('TYER', String(tags.year)),
    textFrame('TCON', 'ASMR'),
  ])
  const header = Buffer.from('ID3\x03\x00\x00\x00\x00\x00\x00', 'latin1')
  // the size has seven bits a byte
  for (let i = 0; i < 4; i++) header[6 + i] = (frames.length >> (7 * (3 - i))) & 0x7f
  return Buffer.concat([header, frames])
}

function textFrame(id: string, text: string): Buffer {
  const body = Buffer.concat([Buffer.from([1, 0xff, 0xfe]), Buffer.from(text, 'utf16le')])
  const header = Buffer.alloc(10)
  header.write(id, 0, 'latin1')
  header.writeUInt32BE(body.length, 4)
  return Buffer.concat([header, body])
}

export function vorbisComments(tags: TrackTags): Record<string, string> {
  return {
    TITLE: tags.title,
    ARTIST: tags.artist,
    ALBUM: tags.album,
    TRACKNUMBER: String(tags.track),
    DATE: String(tags.year),
  }
}
