import type { IAudioMetadata, IOptions, parseBlob } from 'music-metadata'

import { StorageError } from '#storage/storage.ts'

import { type Chapter, tidyChapters } from '../chapters/chapters.ts'
import { chaptersInTags } from '../chapters/embedded-chapters.ts'
import { readMatroskaChapters } from '../chapters/matroska-chapters.ts'
import { dayIn } from '../fields/days.ts'
import { findEarlyEnd } from './cut-off.ts'
import { ffmpegDuration } from './ffmpeg-duration.ts'
import { blobOf, checkStillThere, type MediaFile, openMedia } from './media-file.ts'
import { mpegDuration } from './mpeg-duration.ts'
import { oggDuration } from './ogg-duration.ts'
import { type Container, mpegContainer, sniffContainer } from './sniff.ts'
import { tagComment, tagLines, tagText } from './tag-text.ts'
import { wavLength } from './wav-length.ts'

export type EmbeddedTags = {
  title?: string
  artist?: string
  album?: string
  albumArtist?: string
  track?: number
  year?: number
  /** `YYYY-MM-DD`; a year alone is no date. */
  date?: string
  genres?: string[]
  comment?: string
  /** Of several lines. */
  description?: string
}

export type MediaFacts = {
  durationSeconds: number | null
  /** Null if there are none, or they are unreadable. */
  tags: EmbeddedTags | null
  hasPicture: boolean
  /** Empty if there are none. */
  chapters: Chapter[]
  /** Why it cannot be played, or not to its end, in a few words; null if it can. */
  problem: string | null
}

export type ProbeOptions = {
  /** Only used if the file's headers lack the duration; null: no ffmpeg. */
  ffmpegPath: string | null
  signal?: AbortSignal
  /** Opens a file that is not on disk; ffmpeg is not used for those. */
  open?: (path: string, signal: AbortSignal | undefined) => Promise<MediaFile>
}

const MAX_GENRES = 20
const MAX_GENRE = 200
/** Two weeks; anything longer is a broken header. */
const MAX_SECONDS = 14 * 24 * 3600

/**
 * Reads an audio file's duration, tags and whether it contains a picture. Reads little of the file, unless only
 * counting frames gives the duration.
 *
 * @throws only the signal's reason, or {StorageError} if bytes cannot be read
 */
export async function probeMedia(
  path: string,
  { ffmpegPath, signal, open = openMedia }: ProbeOptions,
): Promise<MediaFacts> {
  signal?.throwIfAborted()
  let file: MediaFile | undefined
  try {
    file = await open(path, signal)
    if (file.size === 0) return withoutMark(broken('The file is empty'))
    const facts = await readFacts(path, file)
    const failure = file.failure()
    if (failure) throw failure
    if (facts.durationSeconds !== null || !facts.isKnown) return withoutMark(facts)
    if (ffmpegPath === null) return withoutMark(facts)
    const asked = { ffmpegPath, path, sizeBytes: file.size, trustsHeaders: !facts.hasOwnReader, signal }
    const seconds = await ffmpegDuration(asked)
    if (seconds === null) await checkStillThere(path)
    return withoutMark(seconds === null ? facts : { ...facts, durationSeconds: seconds, problem: null })
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof StorageError) throw error
    const isFile = !(error instanceof Error && error.message === 'not a file')
    return withoutMark(broken(isFile ? 'It cannot be read' : 'It is not a file'))
  } finally {
    await file?.close()
  }
}

type Facts = MediaFacts & {
  isKnown: boolean
  /** Whether one of our own readers has read its headers, without finding the duration. */ hasOwnReader: boolean
}

function withoutMark({ durationSeconds, tags, hasPicture, chapters, problem }: Facts): MediaFacts {
  return { durationSeconds, tags, hasPicture, chapters, problem }
}

function broken(problem: string): Facts {
  const nothing = { durationSeconds: null, tags: null, hasPicture: false, chapters: [] }
  return { ...nothing, problem, isKnown: false, hasOwnReader: false }
}

async function readFacts(path: string, file: MediaFile): Promise<Facts> {
  const sniffed = sniffContainer(await file.read(0, 16))
  const mpeg = sniffed ? null : await mpegDuration(file)
  const container = sniffed ?? (mpeg ? mpegContainer : null)
  const parsed = await parseTags(file, container)
  if (!container && !parsed) {
    // ffmpeg is only run for formats without another reader, and not for texts named mp3.
    return { ...broken('No known audio format'), isKnown: isReadByFfmpeg(path) }
  }

  const told = parsed?.format.duration
  const early = await findEarlyEnd(file, container?.kind ?? null)
  const wav = container?.kind === 'wav' ? await wavLength(file) : null
  const seconds =
    mpeg?.seconds ?? (container?.kind === 'ogg' ? await oggDuration(file) : (early?.seconds ?? wav?.seconds ?? told))
  const isPlausible = seconds !== undefined && seconds !== null && seconds > 0 && seconds <= MAX_SECONDS
  return {
    durationSeconds: isPlausible ? seconds : null,
    tags: parsed ? embeddedTags(parsed) : null,
    hasPicture: (parsed?.common.picture?.length ?? 0) > 0,
    chapters: parsed ? await readChapters(file, container, parsed) : [],
    problem: isPlausible
      ? (mpeg?.problem ?? wav?.problem ?? early?.problem ?? null)
      : 'Its length cannot be found: the file is cut off or damaged',
    isKnown: true,
    hasOwnReader: container !== null,
  }
}

let library: Promise<{ parseBlob: typeof parseBlob }> | undefined

/** An MP4 is parsed a second time for its chapters: a broken list of them must not hide its tags. */
async function readChapters(file: MediaFile, container: Container | null, parsed: IAudioMetadata): Promise<Chapter[]> {
  if (parsed.format.container?.startsWith('EBML')) return tidyChapters(await readMatroskaChapters(file))
  if (container?.kind !== 'mp4') return chaptersInTags(parsed)
  const again = await parseTags(file, container, { skipCovers: true, includeChapters: true })
  return again ? chaptersInTags(again) : []
}

/** Returns null if tags, or the whole file, are unreadable; the audio may still play. */
async function parseTags(
  file: MediaFile,
  container: Container | null,
  options: IOptions = {},
): Promise<IAudioMetadata | null> {
  library ??= import('music-metadata')
  const { parseBlob: parse } = await library
  try {
    return await parse(blobOf(file, container?.mimeType ?? ''), { duration: false, mkvUseIndex: true, ...options })
  } catch {
    // Files may be broken in any way, and the parser throws many kinds of errors.
    return null
  }
}

/** Judges by name: audio formats without another reader. */
function isReadByFfmpeg(path: string): boolean {
  return /\.(?:ac3|amr|ape|au|avi|caf|dff|dsf|dts|eac3|flv|mka|mkv|mov|mpc|oma|tak|tta|w64|wma|wmv|wv)$/i.test(path)
}

function embeddedTags({ common, native }: IAudioMetadata): EmbeddedTags | null {
  const comment =
    common.comment?.find(({ descriptor }) => !descriptor?.startsWith('iTun'))?.text ?? describedComment(native)
  const all = {
    title: tagText(common.title),
    artist: tagText(common.artist),
    album: tagText(common.album),
    albumArtist: tagText(common.albumartist),
    track: smallNumber(common.track.no),
    year: smallNumber(common.year),
    date: firstDay([common.releasedate, common.date, common.originaldate]),
    genres: genresOf(common.genre),
    comment: tagComment(comment),
    description: tagLines(common.longDescription ?? common.description?.[0]),
  }
  const given = Object.entries(all).filter(([, value]) => value !== undefined)
  return given.length > 0 ? Object.fromEntries(given) : null
}

function firstDay(dates: readonly (string | undefined)[]): string | undefined {
  return dates.map((date) => dayIn(date ?? '')).find((day) => day !== null) ?? undefined
}

function genresOf(genres: readonly string[] | undefined): string[] | undefined {
  const texts = (genres ?? []).slice(0, MAX_GENRES).flatMap((genre) => tagText(genre, MAX_GENRE) ?? [])
  return texts.length > 0 ? texts : undefined
}

/** ffmpeg writes an mp3's comment as a custom text field named "comment". */
function describedComment(native: IAudioMetadata['native']): unknown {
  return Object.values(native)
    .flat()
    .find(({ id }) => id.toLowerCase() === 'txxx:comment')?.value
}

function smallNumber(value: number | null | undefined): number | undefined {
  return Number.isInteger(value) && value! > 0 && value! < 10_000 ? value! : undefined
}
