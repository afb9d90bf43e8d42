import { deletePlayedWork, listPlayedWorks, type PlayedWork, savePlayedWork } from '@otodana/contract'
import type { FastifyInstance } from 'fastify'

import { type PositionRepository, storedSeconds } from '#features/playback-positions/index.ts'
import { messageIn, type ReviewRepository } from '#features/reviews/index.ts'
import type { TrackRepository } from '#features/tracks/index.ts'
import { readWorkId, type WorkRepository } from '#features/works/index.ts'
import { AppError, invalidInput } from '#http/errors/app-error.ts'
import { serve } from '#http/serve.ts'
import { siteUrlOf } from '#http/visitor/origin.ts'

import { dayOf } from './older-form.ts'
import type { PlayedFile, PlayedWorkRepository } from './played-works.repository.ts'

/** The device of these clients, which do not name their own, and of positions that were taken over from kikoeru. */
const DEVICE = { id: 'kikoeru', name: 'kikoeru' }
/** Tracks of a queue, and of all queues of an answer: about 6 MB. */
const MAX_QUEUE = 1_000
const MAX_TRACKS = 10_000
/** The limit of a database integer. */
const MAX_ID = 2_147_483_647

export type PlayedWorkDeps = {
  played: PlayedWorkRepository
  positions: Pick<PositionRepository, 'save'>
  reviews: Pick<ReviewRepository, 'find'>
  tracks: Pick<TrackRepository, 'findFolderOf'>
  works: Pick<WorkRepository, 'findAll'>
}

/** The history of the Number178 fork, `histroy` as it spells it: where each work was left, by our playback positions. */
export function playedWorkRoutes(app: FastifyInstance, deps: PlayedWorkDeps): void {
  const { played, positions, reviews, tracks, works } = deps

  /** @param room  how many tracks its queue may have: those around the current one */
  async function stateOf(
    { workId, fileId, seconds }: PlayedFile,
    siteUrl: string,
    room: number,
  ): Promise<PlayedWork['state'] | null> {
    const folder = await tracks.findFolderOf(workId, fileId, siteUrl)
    if (folder === null) return null
    const at = folder.findIndex(({ hash }) => hash === `${workId}/${fileId}`)
    const begin = Math.max(0, Math.min(at - Math.floor(room / 2), folder.length - room))
    return {
      queue: folder.slice(begin, begin + room),
      index: at - begin,
      seconds: Math.round(seconds * 100) / 100,
    }
  }

  serve(app, listPlayedWorks, async ({ account, query, request }) => {
    const { page, pageSize, sort: direction } = query
    const siteUrl = siteUrlOf(request)
    const { files, total } = await played.list(account.id, {
      offset: (page - 1) * pageSize,
      limit: pageSize,
      direction,
    })
    const found = await works.findAll(
      files.map(({ workId }) => workId),
      siteUrl,
    )
    const workOf = new Map(found.map((work) => [work.id, work]))
    const listed: PlayedWork[] = []
    let left = MAX_TRACKS
    for (const file of files) {
      const work = workOf.get(file.workId)
      const room = Math.max(1, Math.min(MAX_QUEUE, left))
      const [state, own] = await Promise.all([stateOf(file, siteUrl, room), reviews.find(account.id, file.workId)])
      if (work === undefined || state === null) continue
      left -= state.queue.length
      listed.push({
        ...work,
        playlistStatus: {},
        ...own,
        updated_at: dayOf(own.updated_at),
        user_name: account.name,
        play_updated_at: new Date(file.atMs).toISOString().slice(0, 10),
        state,
      })
    }
    return { works: listed, pagination: { currentPage: page, page, pageSize, totalCount: total } }
  })

  serve(app, savePlayedWork, async ({ account, body, request }) => {
    const { queue, index, seconds } = body.state
    if (!(await played.isWork(readWorkId('body', 'work_id', body.work_id)))) throw new AppError('work.notFound')
    const [, id] = /^\d+\/(\d{1,10})$/.exec(queue[index]?.hash ?? '') ?? []
    const fileId = Number(id)
    if (!(fileId >= 1 && fileId <= MAX_ID)) {
      throw invalidInput('body', 'state', 'Must be a queue with an index of one of its tracks', body.state.index)
    }
    const stored = storedSeconds(seconds, await played.durationOf(fileId))
    await positions.save(account.id, DEVICE, [{ fileId, seconds: stored, atMs: Date.now() }])
    return { message: messageIn(request.headers['accept-language'], 'saved') }
  })

  serve(app, deletePlayedWork, async ({ account, body, request }) => {
    await played.remove(account.id, readWorkId('body', 'work_id', body.work_id))
    return { message: messageIn(request.headers['accept-language'], 'deleted') }
  })
}
