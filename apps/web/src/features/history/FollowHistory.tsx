import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

import { followHistory } from './follow-history.ts'

/** Records the listening history; renders nothing. */
export function FollowHistory() {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  useEffect(() => followHistory({ api, queryClient }), [api, queryClient])
  return null
}
