import { listPlaybackPositions } from '@otodana/contract'
import { queryOptions } from '@tanstack/react-query'

import type { Api } from '../api/api.ts'

const STALE_MS = 60_000

/** Where a file of a work was left on one of the member's devices. */
export type DevicePosition = {
  /** `{workId}/{fileId}` */
  hash: string
  /** 0 when it was heard to its end. */
  seconds: number
  /** When, in milliseconds by this device's clock. */
  atMs: number
  /** When by the server's: the same place has the same time whenever it is asked for. */
  serverMs: number
  device: { id: string; name: string }
}

/** Where a work's files were left on each device of a member. */
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
