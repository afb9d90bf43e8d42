import type { CoverType, LowQualityFormat } from '@otodana/contract'
import { guessLanguage } from '@otodana/subtitles'
import type { FastifyReply } from 'fastify'

import { type Covers, sendCover } from '#features/covers/index.ts'
import { attachment, type Media, type MediaFile, sendFile } from '#features/media/index.ts'
import { fromSecond, type Streams } from '#features/streams/index.ts'
import type { TrackSubtitles } from '#features/subtitles/index.ts'
import { sendBytes } from '#http/sending/send-bytes.ts'
import { whenGone } from '#http/sending/when-gone.ts'

import type { Element } from '../answer.ts'
import { parseItem, readItem } from '../ids.ts'
import type { SubsonicLibrary } from '../library.ts'
import { SubsonicError } from '../subsonic-error.ts'
import type { Call, Handlers } from './handler.ts'

type Deps = {
  library: SubsonicLibrary
  media: Media
  streams: Pick<Streams, 'formats' | 'getStream'>
  covers: Covers
  trackSubtitles: Pick<TrackSubtitles, 'read'>
}

/** The names that apps ask for, and ours. */
const formats: Record<string, LowQualityFormat> = { mp3: 'mp3', opus: 'opus', webm: 'opus', ogg: 'opus', oga: 'opus' }

const NO_COVER = new SubsonicError('notFound', 'There is no such cover.')

const languages = { ja: 'jpn', ko: 'kor', zh: 'zho' } as const

export function mediaCalls({ library, media, streams, covers, trackSubtitles }: Deps): Handlers {
  const findFile = (parameters: Call['parameters']): Promise<MediaFile> =>
    media.getFile({ workId: null, fileId: readItem(parameters.requiredText('id'), 'song').id })

  /** Returns the format of a smaller stream; null: the file itself. */
  async function chooseFormat({ parameters }: Call, file: MediaFile): Promise<LowQualityFormat | null> {
    const asked = parameters.text('format')?.toLowerCase() ?? null
    if (asked === 'raw') return null
    const maxBitRate = parameters.count('maxBitRate', 0, 10_000)
    const offset = parameters.count('timeOffset', 0, 86_400)
    const bitRate = file.durationSeconds ? (file.stored.sizeBytes * 8) / file.durationSeconds / 1_000 : 0
    const isTooLarge = maxBitRate > 0 && bitRate > maxBitRate
    if (!isTooLarge && offset === 0 && (asked === null || !Object.hasOwn(formats, asked))) return null
    // A file in the format that is asked for needs no second coding.
    const isSame = asked !== null && file.name.toLowerCase().endsWith(`.${asked}`)
    if (isSame && !isTooLarge && offset === 0) return null
    const available = await streams.formats()
    const wanted = asked !== null && Object.hasOwn(formats, asked) ? formats[asked]! : 'mp3'
    // From its middle on, only a stream without a head can be played.
    if (offset > 0) return available.includes('mp3') ? 'mp3' : null
    return available.includes(wanted) ? wanted : (available[0] ?? null)
  }

  async function stream(call: Call): Promise<FastifyReply> {
    const { parameters, request, reply } = call
    const file = await findFile(parameters)
    const format = await chooseFormat(call, file)
    if (format === null) return sendFile({ media, request, reply }, file)
    const offset = parameters.count('timeOffset', 0, 86_400)
    const whole = await streams.getStream(file, format, { signal: whenGone(reply), isAhead: false })
    reply.headers({ 'x-content-type-options': 'nosniff', 'cache-control': 'private, max-age=3600' })
    return sendBytes(request, reply, offset > 0 ? fromSecond(whole, offset) : whole)
  }

  async function workOf(id: string): Promise<number> {
    const item = parseItem(id)
    if (item?.kind === 'work') return item.id
    if (item?.kind === 'song') return (await library.getSong(item.id)).album.id
    const first = item === null ? undefined : library.albumsOf(item)[0]
    if (first === undefined) throw NO_COVER
    return first
  }

  /** With times where the subtitle has them. */
  async function lyricsOf(fileId: number): Promise<Element[]> {
    const found = await trackSubtitles.read(fileId)
    if (found === null) return []
    const language = guessLanguage(found.cues)
    return [
      {
        lang: language === null ? 'und' : languages[language],
        synced: true,
        line: found.cues.map(({ startSeconds, text }) => ({ start: Math.round(startSeconds * 1_000), value: text })),
      },
    ]
  }

  return {
    stream,

    async download({ parameters, request, reply }) {
      const file = await findFile(parameters)
      reply.header('content-disposition', attachment(file.name))
      return sendFile({ media, request, reply }, file)
    },

    async getCoverArt({ parameters, request, reply }) {
      const workId = await workOf(parameters.requiredText('id'))
      const cover = await covers.findCover(workId)
      if (cover === null) throw NO_COVER
      const size = parameters.count('size', 560, 10_000)
      return sendCover({ covers, request, reply, isPublic: false }, cover, variantFor(size))
    },

    async getLyricsBySongId({ parameters }) {
      const song = await library.getSong(readItem(parameters.requiredText('id'), 'song').id)
      return { lyricsList: { structuredLyrics: await lyricsOf(song.id) } }
    },

    /** Finds a song by its title, as the protocol has it; apps that know its id use the call above. */
    async getLyrics({ parameters }) {
      const title = parameters.text('title')
      const artist = parameters.text('artist')
      const found = title === null || artist === null ? null : await library.findSongByTitle(title, artist)
      const [lyrics] = found === null ? [] : await lyricsOf(found)
      const lines = (lyrics?.line ?? []) as { value: string }[]
      return {
        lyrics: {
          ...(artist !== null && { artist }),
          ...(title !== null && { title }),
          value: lines.map(({ value }) => value).join('\n'),
        },
      }
    },
  }
}

/** The smallest that is not blurred at this size, in pixels; 0: as large as there is. */
function variantFor(size: number): CoverType {
  if (size === 0) return 'main'
  if (size <= 100) return 'sam'
  if (size <= 240) return '240x240'
  return size <= 360 ? '360x360' : 'main'
}
