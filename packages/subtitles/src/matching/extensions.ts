import { subtitleFormats } from '../parsing/file-format.ts'

/** Extensions of files that play as tracks, videos among them, without the dot. */
export const audioExtensions = (
  'mp3 flac wav opus ogg oga m4a m4b aac mp4 webm weba ' +
  'wma ape wv tta tak dsf dff aif aiff aifc mka ac3 eac3 dts mp2 mpc caf au w64 amr spx ' +
  'm4v mkv mov avi wmv flv'
).split(' ')
// A subtitle may be named after a recording in a format that is not in the library.
const AUDIO_EXTENSION = new RegExp(`\\.(?:${[...audioExtensions, 'alac'].join('|')})$`, 'i')
const SUBTITLE_EXTENSION = new RegExp(`\\.(?:${subtitleFormats.join('|')})$`, 'i')

/** `01.mp3` → `01` */
export function withoutAudioExtension(name: string): string {
  return name.replace(AUDIO_EXTENSION, '')
}

/** `01.mp3.vtt` → `01.mp3` */
export function withoutSubtitleExtension(name: string): string {
  return name.replace(SUBTITLE_EXTENSION, '')
}
