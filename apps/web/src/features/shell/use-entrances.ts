import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

import { noteEntrance } from '#lib/came-from.ts'

type Location = { href: string; pathname: string; state: { __TSR_key?: string } }

const entryOf = ({ href, pathname, state }: Location) => ({ href, pathname, key: state.__TSR_key })

/** Remembers which screen each work's page is opened from, for the way back to it. */
export function useEntrances(): void {
  const router = useRouter()
  useEffect(() => {
    noteEntrance(null, entryOf(router.latestLocation))
    return router.subscribe('onBeforeNavigate', ({ fromLocation: from, toLocation: to }) => {
      noteEntrance(from ? { ...entryOf(from), title: document.title } : null, entryOf(to))
    })
  }, [router])
}
