import { useEffect } from 'react'

import { followHistory } from './follow-history.ts'

/** Records the listening history; renders nothing. */
export function FollowHistory() {
  useEffect(followHistory, [])
  return null
}
