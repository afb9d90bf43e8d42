import { tidyChapters, MAX_CHAPTERS, type Chapter, type ToldChapters } from './chapters.ts'

const MAX_LINES = 20_000
const MAX_LINE = 1_000
const FRAMES_PER_SECOND = 75

export class CueSheetError extends Error {}

type Track = { title: string; startSeconds: number | null; file: string }

/**
 * Reads the tracks of a cue sheet as chapters of the files that it names. A track begins at its `INDEX 01`.
 *
 * @returns files of two tracks or more; a file for each track has no chapters
 * @throws {CueSheetError} it is no cue sheet, or one of several tracks in a file has no valid time
 */
export function readCueChapters(text: string): ToldChapters[] {
  const tracks: Track[] = []
  let file: string | null = null
  for (const line of text.split(/\r\n?|\n/, MAX_LINES)) {
    const [, command = '', rest = ''] = /^\s*(\w+)\s+(.*)$/.exec(line.slice(0, MAX_LINE)) ?? []
    const track = tracks.at(-1)
    switch (command.toUpperCase()) {
      case 'FILE':
        file = unquoted(rest.replace(/\s+\w+\s*$/, ''))
        break
      case 'TRACK':
        if (file === null) throw new CueSheetError('The cue sheet names no file before its first track')
        if (tracks.length === MAX_CHAPTERS) throw new CueSheetError(`The cue sheet has over ${MAX_CHAPTERS} tracks`)
        tracks.push({ title: '', startSeconds: null, file })
        break
      case 'TITLE':
        if (track) track.title = unquoted(rest)
        break
      case 'INDEX':
        if (!track || !/^0*1\s/.test(rest)) break
        track.startSeconds = secondsOf(rest)
        // A pregap may be at the end of the file before.
        track.file = file ?? track.file
        break
    }
  }
  if (tracks.length === 0) throw new CueSheetError('The cue sheet has no tracks')
  return [...Map.groupBy(tracks, (track) => track.file)].flatMap(([of, own]) => {
    const chapters = own.length > 1 ? tidyChapters(own.map(withTime)) : []
    return chapters.length > 0 ? [{ of, chapters }] : []
  })
}

function withTime({ title, startSeconds }: Track): Chapter {
  if (startSeconds === null) throw new CueSheetError(`The cue sheet’s track “${title.slice(0, 100)}” has no valid time`)
  return { title, startSeconds }
}

/** `01 12:34:56`: minutes, seconds and frames. */
function secondsOf(index: string): number | null {
  const [, minutes, seconds, frames] = /^\d+\s+(\d{1,5}):(\d{1,2}):(\d{1,2})\s*$/.exec(index) ?? []
  if (minutes === undefined || Number(seconds) >= 60 || Number(frames) >= FRAMES_PER_SECOND) return null
  return Number(minutes) * 60 + Number(seconds) + Number(frames) / FRAMES_PER_SECOND
}

function unquoted(text: string): string {
  const trimmed = text.trim()
  return /^"(.*)"$/.exec(trimmed)?.[1] ?? trimmed
}
