/** Decides from what ffmpeg prints of a file how to make an MP4 of it that browsers play. */

export type VideoPlan = {
  /** Whether picture and sound are copied; otherwise they are encoded. */
  copiesPicture: boolean
  copiesSound: boolean
}

/** AVI has no times of pictures: copied, those of modern codecs would be shown in the order of their decoding. */
const UNTIMED = /^Input #0, avi,/m
/** What all browsers decode in an MP4, if it has 8 bits in 4:2:0. */
const SHOWN = new Set(['h264', 'vp9', 'av1'])
const HEARD = new Set(['aac', 'mp3', 'opus', 'flac'])

/**
 * @param described  ffmpeg's description of its input
 * @returns null if it has no picture besides covers
 */
export function planVideo(described: string): VideoPlan | null {
  const lines = described.split('\n').filter((line) => /^\s*Stream #0:\d+/.test(line))
  const picture = lines.find((line) => line.includes(': Video: ') && !line.includes('(attached pic)'))
  if (picture === undefined) return null
  const sound = lines.find((line) => line.includes(': Audio: '))
  return {
    copiesPicture: SHOWN.has(codecOf(picture)) && /\byuvj?420p\b/.test(picture) && !UNTIMED.test(described),
    copiesSound: sound === undefined || HEARD.has(codecOf(sound)),
  }
}

function codecOf(line: string): string {
  return /: (?:Video|Audio): (\w+)/.exec(line)?.[1] ?? ''
}

/** Bits per second of picture and sound, with what the container takes. */
const MAX_ENCODED_BITS = 3_300_000

/** Returns at most how many bytes an encoded video has. */
export function encodedBytes(seconds: number): number {
  return Math.ceil((seconds * MAX_ENCODED_BITS) / 8)
}

const FIRST_STREAMS = '-map 0:V:0 -map 0:a:0? -sn -dn -map_metadata -1 -map_chapters -1'.split(' ')
const AS_MP4 = '-threads 2 -fflags +bitexact -movflags +faststart -f mp4'.split(' ')

/** Between ffmpeg's input and its output file. Encoded pictures are at most 1,280 pixels wide and high. */
export function videoArguments({ copiesPicture, copiesSound }: VideoPlan): string[] {
  const fit = "scale=w='min(1280,iw)':h='min(1280,ih)':force_original_aspect_ratio=decrease:force_divisible_by=2"
  const picture = copiesPicture
    ? ['-c:v', 'copy']
    : ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-maxrate', '3M', '-bufsize', '6M']
  return [
    ...FIRST_STREAMS,
    ...picture,
    ...(copiesPicture ? [] : ['-pix_fmt', 'yuv420p', '-vf', fit]),
    ...(copiesSound ? ['-c:a', 'copy'] : ['-c:a', 'aac', '-b:a', '160k', '-ac', '2']),
    ...AS_MP4,
  ]
}
