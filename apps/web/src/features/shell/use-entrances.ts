import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Remembers which screen each work's page is opened from, for the way back to it. */
export function useEntrances(): void {
  const router = useRouter()
  useEffect(() => {
    const note = (from: Location | undefined, to: Location) => {
      if (!to.pathname.startsWith('/work/')) return
      const { title } = document
      // It comes with the work's page; where that does not come, there is nothing to lead back from.
      import('#lib/navigation/came-from.ts').then(
        ({ noteEntrance }) => noteEntrance(from ? { ...entryOf(from), title } : null, entryOf(to)),
        () => undefined,
      )
    }
    note(undefined, router.latestLocation)
    return router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation }) => note(fromLocation, toLocation))
  }, [router])
}

type Location = { href: string; pathname: string; state: { __TSR_key?: string } }

const entryOf = ({ href, pathname, state }: Location) => ({ href, pathname, key: state.__TSR_key })
