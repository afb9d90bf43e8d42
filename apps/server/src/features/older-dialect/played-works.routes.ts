import {
  deletePlayedWork,
  listPlayedWorks,
  type PlayedWork,
  savePlayedWork,
  type TrackFile,
  type TrackNode,
} from '@otodana/contract'
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
/** The limit of a database integer. */
const MAX_ID = 2_147_483_647

export type PlayedWorkDeps = {
  played: PlayedWorkRepository
  positions: Pick<PositionRepository, 'save'>
  reviews: Pick<ReviewRepository, 'find'>
  tracks: Pick<TrackRepository, 'findTree'>
  works: Pick<WorkRepository, 'findAll'>
}

/** The history of the Number178 fork, `histroy` as it spells it: where each work was left, by our playback positions. */
export function playedWorkRoutes(app: FastifyInstance, deps: PlayedWorkDeps): void {
  const { played, positions, reviews, tracks, works } = deps

  async function stateOf(
    { workId, fileId, seconds }: PlayedFile,
    siteUrl: string,
  ): Promise<PlayedWork['state'] | null> {
    const tree = await tracks.findTree(workId, { url: siteUrl, withVideo: false })
    const queue = folderOf(tree ?? [], `${workId}/${fileId}`)
    if (queue === null) return null
    const index = queue.findIndex(({ hash }) => hash === `${workId}/${fileId}`)
    return { queue, index, seconds: Math.round(seconds * 100) / 100 }
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
    for (const file of files) {
      const work = workOf.get(file.workId)
      const [state, own] = await Promise.all([stateOf(file, siteUrl), reviews.find(account.id, file.workId)])
      if (work === undefined || state === null) continue
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

/** Returns the audio files of the folder that holds a file, in order; null if it is not there. */
function folderOf(nodes: readonly TrackNode[], hash: string): TrackFile[] | null {
  const audio = nodes.filter((node): node is TrackFile => node.type === 'audio')
  if (audio.some((file) => file.hash === hash)) return audio
  for (const node of nodes) {
    const found = node.type === 'folder' ? folderOf(node.children, hash) : null
    if (found !== null) return found
  }
  return null
}
