const byExtension: Record<string, string> = {
  mp3: 'audio/mpeg',
  flac: 'audio/flac',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg; codecs=opus',
  m4a: 'audio/mp4',
  m4b: 'audio/mp4',
  aac: 'audio/aac',
  weba: 'audio/webm',
  aif: 'audio/aiff',
  aiff: 'audio/aiff',
  wma: 'audio/x-ms-wma',

  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  mkv: 'video/x-matroska',
  mov: 'video/quicktime',

  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
  bmp: 'image/bmp',

  pdf: 'application/pdf',
  zip: 'application/zip',
}

/** Texts by what they may be called. Markup and scripts are among them: they are shown as text, never run. */
const texts = new Set(
  (
    'txt text lrc srt ass ssa sub md markdown csv tsv json log cue nfo ini yaml yml m3u m3u8 ' +
    'html htm xhtml shtml xml xsl xslt svg js mjs cjs css'
  ).split(' '),
)

export type ContentType = { mime: string; isText: boolean }

/** A file's type by its name, without a charset; what is not known is a row of bytes. */
export function contentTypeOf(name: string): ContentType {
  const extension = /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (extension === 'vtt') return { mime: 'text/vtt', isText: true }
  if (texts.has(extension)) return { mime: 'text/plain', isText: true }
  const mime = Object.hasOwn(byExtension, extension) ? byExtension[extension] : undefined
  return { mime: mime ?? 'application/octet-stream', isText: false }
}
