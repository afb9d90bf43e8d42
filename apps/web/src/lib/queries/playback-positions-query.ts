import { listPlaybackPositions } from '@otodana/contract'
import { queryOptions } from '@tanstack/react-query'

import type { Api } from '../api/api.ts'

const STALE_MS = 60_000

/** A position of a file on one of the member's devices. */
export type DevicePosition = {
  /** `{workId}/{fileId}` */
  hash: string
  /** 0 if it was played to the end. */
  seconds: number
  /** In milliseconds by this device's clock. */
  atMs: number
  /** By the server's clock: constant for the same position. */
  serverMs: number
  device: { id: string; name: string }
}

/** The positions of a work's files on each of a member's devices. */
export function playbackPositionsQuery(api: Api, accountId: number, workId: number) {
  return queryOptions({
    queryKey: ['places', accountId, workId],
    queryFn: async ({ signal }): Promise<DevicePosition[]> => {
      const { places, now } = await api(listPlaybackPositions, { params: { id: String(workId) } }, { signal })
      const aheadMs = Date.now() - Date.parse(now)
      return places.map(({ hash, seconds, at, device }) => {
        const serverMs = Date.parse(at)
        return { hash, seconds, atMs: serverMs + aheadMs, serverMs, device }
      })
    },
    staleTime: STALE_MS,
    meta: { isPersonal: true, needsAccount: true },
  })
}
