import type { IAudioMetadata } from 'music-metadata'

import { tidyChapters, type Chapter } from './chapters.ts'
import { CueSheetError, readCueChapters } from './cue-chapters.ts'

/** Returns chapters that an audio file’s tags tell: MP4’s and ID3’s lists, Vorbis comments, and a cue sheet as a tag. */
export function chaptersInTags({ format, native }: IAudioMetadata): Chapter[] {
  const listed = tidyChapters(
    (format.chapters ?? []).map(({ start, timeScale = 1, title }) => ({ startSeconds: start / timeScale, title })),
  )
  if (listed.length > 0) return listed
  const texts = new Map<string, string>()
  for (const { id, value } of Object.values(native).flat()) {
    if (typeof value === 'string') texts.set(id.toUpperCase(), value)
  }
  const commented = tidyChapters(commentedChapters(texts))
  return commented.length > 0 ? commented : sheetChapters(texts.get('CUESHEET'))
}

/** `CHAPTER001=00:01:30.500` and `CHAPTER001NAME=Rain`, as in Ogg and FLAC. */
function commentedChapters(texts: ReadonlyMap<string, string>) {
  return [...texts].flatMap(([id, value]) => {
    if (!/^CHAPTER\d{2,4}$/.test(id)) return []
    const [, hours, minutes, seconds] = /^(\d{1,3}):(\d\d):(\d\d(?:\.\d+)?)$/.exec(value.trim()) ?? []
    if (hours === undefined) return []
    const startSeconds = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)
    return [{ startSeconds, title: texts.get(`${id}NAME`) ?? '' }]
  })
}

/** A broken cue sheet among the tags says nothing; the audio is whole. */
function sheetChapters(sheet: string | undefined): Chapter[] {
  try {
    return (sheet === undefined ? [] : readCueChapters(sheet))[0]?.chapters ?? []
  } catch (error) {
    if (!(error instanceof CueSheetError)) throw error
    return []
  }
}
