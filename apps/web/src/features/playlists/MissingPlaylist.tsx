import { useHydrated, useRouter } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'

import { useSession } from '#features/accounts/index.ts'

import css from './MissingPlaylist.module.css'

/** For whom and where it has been asked again. */
let asked = ''

/**
 * Stands around what tells that there is no such playlist. The server knows no member, and says so of every private
 * playlist: it is asked for again by whoever has logged in, and told only then.
 */
export function MissingPlaylist({ children }: { children: ReactNode }) {
  const router = useRouter()
  const token = useSession((session) => session.token)
  const isHydrated = useHydrated()
  const question = isHydrated && token !== null ? `${token} ${location.href}` : ''
  const isSettled = isHydrated && (token === null || asked === question)
  useEffect(() => {
    if (question === '' || asked === question) return
    asked = question
    void router.invalidate()
  }, [router, question])
  return <div className={isSettled ? undefined : css.unsettled}>{children}</div>
}
