import { type Chapter, nameWithoutExtension } from '@otodana/contract'

import { contentTypeOf } from '#features/media/index.ts'
import { mainFiles, trackChapters } from '#features/tracks/index.ts'
import type { Streams } from '#features/streams/index.ts'

import type { FeedFile, FeedWork, PodcastRepository } from './podcasts.repository.ts'

/** How a recording is sent: as it is, or as its small MP3 where few podcast apps play the file. */
export type Enclosure = { isStream: boolean; mime: string; sizeBytes: number; extension: string }

export type Episode = {
  fileId: number
  work: FeedWork
  title: string
  seconds: number | null
  hasChapters: boolean
  enclosure: Enclosure
  /** Milliseconds since 1970; ascending in the feed's order. */
  publishedAtMs: number
}

/** A work of a feed, and when it came there. */
export type FeedEntry = { workId: number; atMs: number }

/** A feed's latest; what is before them is left out. Apps read a feed whole, each time. */
export const MAX_EPISODES = 1_000
const WORKS_AT_ONCE = 50

/** What podcast apps play, best first. */
const PLAYED = ['mp3', 'm4a', 'm4b', 'aac', 'mp4', 'm4v']
const PREFERENCES = { sePreference: 'with', audioTypePreference: [...PLAYED, 'opus', 'ogg', 'flac', 'wav'] } as const

type Deps = { repository: PodcastRepository; streams: Pick<Streams, 'sizeOf' | 'whenKnown'> }

export type Episodes = ReturnType<typeof createEpisodes>

export function createEpisodes({ repository, streams }: Deps) {
  function enclosureOf(file: FeedFile): Enclosure {
    const name = file.path.slice(file.path.lastIndexOf('/') + 1)
    const extension = name.slice(nameWithoutExtension(name).length + 1).toLowerCase()
    const stream = PLAYED.includes(extension)
      ? null
      : streams.sizeOf({ kind: file.kind, durationSeconds: file.duration_seconds }, 'mp3')
    if (stream !== null) return { isStream: true, mime: 'audio/mpeg', sizeBytes: stream, extension: 'mp3' }
    return { isStream: false, mime: contentTypeOf(name).mime, sizeBytes: file.size_bytes, extension }
  }

  return {
    /** Returns the latest episodes of these works, in order. */
    async list(entries: readonly FeedEntry[]): Promise<Episode[]> {
      await streams.whenKnown()
      const found: Episode[] = []
      for (let end = entries.length; end > 0 && found.length < MAX_EPISODES; end -= WORKS_AT_ONCE) {
        const some = entries.slice(Math.max(0, end - WORKS_AT_ONCE), end)
        const ids = some.map(({ workId }) => workId)
        const [works, files] = await Promise.all([repository.works(ids), repository.files(ids)])
        const filesOf = Map.groupBy(files, ({ work_id }) => work_id)
        const at = new Map(some.map(({ workId, atMs }) => [workId, atMs]))
        found.unshift(...works.flatMap((work) => episodesOf(work, filesOf.get(work.id) ?? [], at.get(work.id) ?? 0)))
      }
      const latest = found.slice(-MAX_EPISODES)
      // Each at least a second before the next, so that apps that sort by date keep the order; none in the future.
      for (let at = latest.length - 2; at >= 0; at--) {
        const [episode, next] = [latest[at]!, latest[at + 1]!]
        episode.publishedAtMs = Math.min(episode.publishedAtMs, next.publishedAtMs - 1_000)
      }
      return latest
    },

    /** Finds an episode of a work by its file; null: it is none. */
    async find(workId: number, fileId: number): Promise<Episode | null> {
      await streams.whenKnown()
      const [[work], files] = await Promise.all([repository.works([workId]), repository.files([workId])])
      return work ? (episodesOf(work, files, 0).find((episode) => episode.fileId === fileId) ?? null) : null
    },

    async chapters(workId: number, fileId: number): Promise<Chapter[]> {
      const all = trackChapters(workId, await repository.files([workId]))
      return all.find(({ hash }) => hash === `${workId}/${fileId}`)?.chapters ?? []
    },
  }

  function episodesOf(work: FeedWork, files: readonly FeedFile[], atMs: number): Episode[] {
    const withChapters = new Set(trackChapters(work.id, files).map(({ hash }) => hash))
    return mainFiles(files, PREFERENCES).map((file) => ({
      fileId: file.id,
      work,
      title: nameWithoutExtension(file.path.slice(file.path.lastIndexOf('/') + 1)),
      seconds: file.duration_seconds,
      hasChapters: withChapters.has(`${work.id}/${file.id}`),
      enclosure: enclosureOf(file),
      publishedAtMs: atMs,
    }))
  }
}
