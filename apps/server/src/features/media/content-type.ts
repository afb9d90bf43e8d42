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
  aifc: 'audio/aiff',
  wma: 'audio/x-ms-wma',
  ape: 'audio/x-ape',
  wv: 'audio/x-wavpack',
  tta: 'audio/x-tta',
  tak: 'audio/x-tak',
  dsf: 'audio/x-dsf',
  dff: 'audio/x-dff',
  mka: 'audio/x-matroska',
  ac3: 'audio/ac3',
  eac3: 'audio/eac3',
  dts: 'audio/vnd.dts',
  mp2: 'audio/mpeg',
  mpc: 'audio/x-musepack',
  caf: 'audio/x-caf',
  au: 'audio/basic',
  w64: 'audio/x-w64',
  amr: 'audio/amr',
  spx: 'audio/ogg; codecs=speex',

  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  mkv: 'video/x-matroska',
  mov: 'video/quicktime',
  avi: 'video/x-msvideo',
  wmv: 'video/x-ms-wmv',
  flv: 'video/x-flv',

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

/** Extensions of texts, including markup and scripts, which are shown as text and never run. */
const texts = new Set(
  (
    'txt text lrc srt ass ssa sub md markdown csv tsv json log cue nfo ini yaml yml m3u m3u8 ' +
    'html htm xhtml shtml xml xsl xslt svg js mjs cjs css'
  ).split(' '),
)

/** Audio that browsers play natively; the rest is played through ffmpeg. */
const playedByBrowsers = new Set('mp3 flac wav ogg oga opus m4a m4b aac weba mp4 m4v webm'.split(' '))

export function playsInBrowsers(name: string): boolean {
  return playedByBrowsers.has(extensionOf(name))
}

/** Whether a file is named as a video; it may contain nothing but sound. */
export function isVideoName(name: string): boolean {
  return contentTypeOf(name).mime.startsWith('video/')
}

function extensionOf(name: string): string {
  return /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
}

export type ContentType = { mime: string; isText: boolean }

/** Returns a file's type by its name, without a charset; `application/octet-stream` if unknown. */
export function contentTypeOf(name: string): ContentType {
  const extension = extensionOf(name)
  if (extension === 'vtt') return { mime: 'text/vtt', isText: true }
  if (texts.has(extension)) return { mime: 'text/plain', isText: true }
  const mime = Object.hasOwn(byExtension, extension) ? byExtension[extension] : undefined
  return { mime: mime ?? 'application/octet-stream', isText: false }
}
