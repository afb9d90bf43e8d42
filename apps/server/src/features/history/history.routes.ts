import {
  clearHistory,
  listBegunWorks,
  listHistory,
  putWorkAside,
  removeFromHistory,
  saveHistory,
  switchHistory,
} from '@otodana/contract'
import type { FastifyInstance } from 'fastify'

import { readWorkId } from '#features/works/index.ts'
import { AppError } from '#http/errors/app-error.ts'
import { serve } from '#http/serve.ts'

import type { BegunRepository } from './begun.repository.ts'
import type { HistoryRepository } from './history.repository.ts'

type Deps = { history: HistoryRepository; begun: BegunRepository }

export function historyRoutes(app: FastifyInstance, { history, begun }: Deps): void {
  serve(app, listHistory, async ({ account, query }) => {
    const { keyword, until, page, pageSize } = query
    const offset = (page - 1) * pageSize
    const [{ entries, total }, isOn] = await Promise.all([
      history.list(account.id, { words: keyword, until, offset, limit: pageSize }),
      history.isOn(account.id),
    ])
    return { entries, pagination: { currentPage: page, page, pageSize, totalCount: total }, isOn }
  })

  serve(app, saveHistory, async ({ account, body }) => {
    const now = Date.now()
    const heard = body.tracks.flatMap(({ hash, firstSecondsAgo, lastSecondsAgo, ...track }) => {
      const fileId = Number(hash.slice(hash.indexOf('/') + 1))
      // File ids are 31-bit integers.
      if (fileId < 1 || fileId > 2_147_483_647) return []
      const atMs = (secondsAgo: number) => Math.round(now - secondsAgo * 1_000)
      return [{ ...track, fileId, firstAtMs: atMs(firstSecondsAgo), lastAtMs: atMs(lastSecondsAgo) }]
    })
    const saved = await history.save(account.id, body.deviceId, heard, body.isUndo)
    return { saved, isOn: await history.isOn(account.id) }
  })

  serve(app, removeFromHistory, async ({ account, body }) => ({
    removed: await history.remove(
      account.id,
      body.entries.map(({ day, work_id }) => ({ day, workId: readWorkId('body', 'entries', work_id) })),
    ),
  }))

  serve(app, clearHistory, async ({ account }) => ({ removed: await history.clear(account.id) }))

  serve(app, switchHistory, async ({ account, body }) => {
    await history.setOn(account.id, body.isOn)
    return { isOn: body.isOn }
  })

  serve(app, listBegunWorks, async ({ account, query }) => ({ works: await begun.list(account.id, query.limit) }))

  serve(app, putWorkAside, async ({ account, body: { work_id, isAside } }) => {
    if (!(await begun.putAside(account.id, readWorkId('body', 'work_id', work_id), isAside))) {
      throw new AppError('work.notFound')
    }
    return { isAside }
  })
}
