import { useHydrated, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { create } from 'zustand'

import { useSession } from '#features/accounts/index.ts'

import css from './MissingPlaylist.module.css'
import { PlaylistPending } from './PlaylistPending.tsx'

/** For whom and where it has been asked again, and where the answer was that there is none. */
const useAsked = create<{ answered: string }>()(() => ({ answered: '' }))
let asked = ''

/**
 * Stands around what tells that there is no such playlist. The server knows no member, and says so of every private
 * playlist, in one page for all: whoever has a session is shown that it is being loaded, from the first paint on, until the
 * playlist has been asked for with it.
 */
export function MissingPlaylist({ children }: { children: ReactNode }) {
  const router = useRouter()
  const address = useRouterState({ select: ({ location }) => location.href })
  const token = useSession((session) => session.token)
  const answered = useAsked((state) => state.answered)
  const isHydrated = useHydrated()
  const question = isHydrated && token !== null ? `${token} ${address}` : ''
  const isSettled = isHydrated && (token === null || answered === question)
  useEffect(() => {
    if (question === '' || asked === question) return
    asked = question
    async function ask() {
      await router.invalidate()
      // Otherwise it is on its way to the screen, which must not show the opposite in between.
      if (router.state.matches.some(({ status }) => status === 'notFound')) useAsked.setState({ answered: question })
    }
    void ask()
  }, [router, question])
  return (
    <div className={isSettled ? undefined : css.unsettled}>
      <div className={css.missing}>{children}</div>
      {isSettled ? null : (
        <div className={css.pending}>
          <PlaylistPending />
        </div>
      )}
    </div>
  )
}
