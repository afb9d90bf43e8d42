import { subtitleFormats } from './file-format.ts'

const audioExtensions =
  'mp3|flac|wav|opus|ogg|oga|m4a|m4b|aac|wma|aif|aiff|weba|webm|mp4|mka|ape|wv|tta|tak|dsf|dff|ac3|alac'
const AUDIO_EXTENSION = new RegExp(`\\.(?:${audioExtensions})$`, 'i')
const SUBTITLE_EXTENSION = new RegExp(`\\.(?:${subtitleFormats.join('|')})$`, 'i')

/** `01.mp3` → `01` */
export function withoutAudioExtension(name: string): string {
  return name.replace(AUDIO_EXTENSION, '')
}

/** `01.mp3.vtt` → `01.mp3` */
export function withoutSubtitleExtension(name: string): string {
  return name.replace(SUBTITLE_EXTENSION, '')
}
