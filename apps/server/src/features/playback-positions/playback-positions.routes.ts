import { listPlaybackPositions, savePlaybackPositions } from '@otodana/contract'
import type { FastifyInstance } from 'fastify'

import { workIdOf } from '#features/works/index.ts'
import { serve } from '#http/serve.ts'

import type { NewPosition, PositionRepository } from './playback-positions.repository.ts'

export function positionRoutes(app: FastifyInstance, { positions }: { positions: PositionRepository }): void {
  serve(app, listPlaybackPositions, async ({ account, params }) => ({
    places: await positions.ofWork(account.id, workIdOf(params.id)),
    now: new Date().toISOString(),
  }))

  serve(app, savePlaybackPositions, async ({ account, body }) => {
    const now = Date.now()
    // Of several positions of a file, the latest counts.
    const latest = new Map<number, NewPosition>()
    for (const { hash, seconds, secondsAgo } of body.places.toSorted((a, b) => b.secondsAgo - a.secondsAgo)) {
      const fileId = Number(hash.slice(hash.indexOf('/') + 1))
      if (isFileId(fileId)) latest.set(fileId, { fileId, seconds, atMs: Math.round(now - secondsAgo * 1_000) })
    }
    return { saved: await positions.save(account.id, body.device, [...latest.values()]) }
  })
}

/** File ids are 31-bit integers. */
function isFileId(number: number): boolean {
  return number >= 1 && number <= 2_147_483_647
}
