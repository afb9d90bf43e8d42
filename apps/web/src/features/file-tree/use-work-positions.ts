import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

import { useAccount } from '#features/accounts/index.ts'
import { usePositions, type TrackPosition } from '#features/player/index.ts'
import { playbackPositionsQuery } from '#lib/queries/playback-positions-query.ts'

/** Returns where a work's tracks were left, including on a member's other devices once known. */
export function useWorkPositions(workId: number): readonly TrackPosition[] {
  const { api } = useRouter().options.context
  const account = useAccount()
  const elsewhere = useQuery({ ...playbackPositionsQuery(api, account ?? 0, workId), enabled: account !== null })
  return usePositions(elsewhere.data)
}
