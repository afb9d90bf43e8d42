import type { CheckedLyric, LyricCandidate } from '@otodana/contract'
import {
  autoSelected,
  confidenceAs,
  type Cue,
  createMatcher,
  isSelectable,
  likeliestFirst,
  type Likelihood,
  MAX_AUTO_READ_SUBTITLES,
  type Matcher,
  sortCandidates,
} from '@otodana/subtitles'
import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'

import type { Database } from '#db/open.ts'
import { sortedAsTree } from '#features/tracks/index.ts'
import { fromStorage } from '#features/media/index.ts'
import type { Storage } from '#storage/storage.ts'

import { readCues } from '../read-cues.ts'
import { findTrack } from './find-track.ts'
import { createSubtitleLengths } from './subtitle-lengths.ts'
import {
  findSubtitledWork,
  findWorkOfFile,
  type SubtitledWork,
  type SubtitleRow,
  type TrackRow,
} from './track-subtitles.repository.ts'

type TrackSubtitleDeps = { database: Database; storage: Storage; log: Pick<FastifyBaseLogger, 'warn'> }

export type TrackSubtitles = ReturnType<typeof createTrackSubtitles>

/** The limit of a database integer. */
const MAX_ID = 2_147_483_647
/** Total number of files whose matchers are cached, about 500 bytes each. */
const MAX_MATCHED_FILES = 20_000

type Matched = { state: string; work: SubtitledWork; matcher: Matcher<TrackRow> }
type Listed = SubtitleRow & Likelihood
type Candidate = { file: Listed; seconds: number; confidence: number; isPushed: false }

const NONE: CheckedLyric = { result: false, message: 'No subtitle clearly belongs to this track', hash: '' }

/** Matches a track with subtitles on behalf of clients that do not, by the same rules as the player. */
export function createTrackSubtitles({ database: { read }, storage, log }: TrackSubtitleDeps) {
  const lengthsOf = createSubtitleLengths({ storage, log })
  const cached = new LRUCache<number, Matched>({ max: 100, maxSize: MAX_MATCHED_FILES })

  /** Returns a work in tree order with its matcher, which is expensive for a large work. */
  async function findMatched(workId: number): Promise<Matched | null> {
    const found = workId > MAX_ID ? null : await findSubtitledWork(read, workId)
    if (!found) return null
    const state = JSON.stringify(found)
    const known = cached.get(workId)
    if (known?.state === state) return known
    const work = {
      ...found,
      tracks: sortedAsTree(found.tracks, ({ path }) => path),
      subtitles: sortedAsTree(found.subtitles, ({ path }) => path),
    }
    const paths = work.subtitles.map(({ path }) => path)
    const matched = { state, work, matcher: createMatcher(work.tracks, paths) }
    cached.set(workId, matched, { size: 1 + work.tracks.length + paths.length })
    return matched
  }

  function listedFor({ work, matcher }: Matched, track: TrackRow): Listed[] {
    return likeliestFirst(matcher, track.path, work.subtitles)
  }

  /**
   * Returns usable ones, best first.
   *
   * @param lastsSeconds  the track's duration if the library does not know it; 0: unknown
   * @throws {AppError} `server.busy`, or `file.unreadable` if there is none because files were unreadable
   */
  async function rank(work: SubtitledWork, track: TrackRow, files: readonly Listed[], lastsSeconds = 0) {
    const { seconds: lengths, failure } = await lengthsOf(work, files)
    const audio = { path: track.path, durationSeconds: track.durationSeconds ?? lastsSeconds }
    const shown = files.flatMap((file): Candidate[] => {
      const length = lengths.get(file.id)
      if (length === null) return []
      const seconds = length ?? 0
      const confidence = confidenceAs(file.belonging, audio, { path: file.path, durationSeconds: seconds })
      return [{ file, seconds, confidence, isPushed: false }]
    })
    return { candidates: sortCandidates(shown), failure }
  }

  /**
   * Returns the subtitle that the player selects automatically for a track.
   *
   * @param workId  null: the file's
   * @throws {AppError} `server.busy`, `file.unreadable`
   */
  async function check({ workId, fileId }: { workId: number | null; fileId: number }): Promise<CheckedLyric> {
    if (fileId > MAX_ID) return NONE
    const ownerId = workId ?? (await findWorkOfFile(read, fileId))
    const matched = ownerId === null ? null : await findMatched(ownerId)
    const track = matched?.work.tracks.find(({ id }) => id === fileId)
    if (!matched || !track) return NONE
    const { work } = matched
    const likely = listedFor(matched, track).filter(isSelectable).slice(0, MAX_AUTO_READ_SUBTITLES)
    // The first is mostly certain, so that the others need not be read.
    const [first] = (await rank(work, track, likely.slice(0, 1))).candidates
    const { candidates, failure } =
      first?.confidence === 1 ? { candidates: [first], failure: null } : await rank(work, track, likely)
    const chosen = candidates[autoSelected(candidates)]
    if (chosen) {
      const { id, path } = chosen.file
      const message = `The subtitle is ${nameOf(path)}`
      return { result: true, message, hash: `${work.id}/${id}`, lyricExtension: extensionOf(path) }
    }
    if (failure) throw failure
    return NONE
  }

  return {
    check,

    /**
     * Returns the lines of the subtitle that `check` names; null if there is none.
     *
     * @throws {AppError} `server.busy`, `file.unreadable`
     */
    async read(fileId: number): Promise<{ path: string; cues: Cue[] } | null> {
      const { result, hash } = await check({ workId: null, fileId })
      if (!result) return null
      const [workId, subtitleId] = hash.split('/').map(Number)
      const work = (await findMatched(workId!))?.work
      const path = work?.subtitles.find(({ id }) => id === subtitleId)?.path
      if (!work || path === undefined) return null
      try {
        const { cues } = await readCues(storage, { ...work, path })
        return cues && { path, cues }
      } catch (error) {
        throw fromStorage(error, subtitleId!, log)
      }
    },

    /**
     * Returns candidates for a track, best first.
     *
     * @param seconds  the track's duration; 0: unknown
     * @throws {AppError} `server.busy`, `file.unreadable`
     */
    async candidates(workId: number, name: string, seconds: number): Promise<LyricCandidate[]> {
      const matched = await findMatched(workId)
      const track = matched && findTrack(matched.work.tracks, name, seconds)
      if (!track) return []
      const files = listedFor(matched, track).filter(({ belonging }) => belonging !== 'another')
      const { candidates, failure } = await rank(matched.work, track, files, seconds)
      if (candidates.length === 0 && failure) throw failure
      return candidates.map(({ file, seconds: duration, confidence }) => ({
        title: nameOf(file.path),
        subPath: file.path.split('/').slice(0, -1),
        hash: `${workId}/${file.id}`,
        ext: extensionOf(file.path),
        duration,
        confidence,
      }))
    },
  }
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** `01.LRC` → `.lrc` */
function extensionOf(path: string): string {
  return path.slice(path.lastIndexOf('.')).toLowerCase()
}
