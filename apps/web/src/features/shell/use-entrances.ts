import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Records the screen from which each work's page is opened, for its back link. */
export function useEntrances(): void {
  const router = useRouter()
  useEffect(() => {
    const note = (from: Location | undefined, to: Location) => {
      if (!to.pathname.startsWith('/work/')) return
      const { title } = document
      // Part of the work page's code; without it there is no back link.
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
