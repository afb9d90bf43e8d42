import '#i18n/on-demand/playlist-texts.ts'

import { useHydrated, useRouter } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { create } from 'zustand'

import { openAccount, useSession } from '#features/accounts/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { isMissing } from '#lib/api/api.ts'
import controls from '#ui/controls.module.css'

import css from './MissingPlaylist.module.css'
import { PlaylistPending } from './PlaylistPending.tsx'
import { playlistQueries } from '../playlists.queries.ts'

/** For whom and what the answer was that there is none: a token and a playlist's id. */
const useAnswered = create<{ question: string }>()(() => ({ question: '' }))
let asked = ''

type Props = {
  /** The playlist's. */
  id: string
  /** What tells that there is no such playlist. */
  children: ReactNode
}

/**
 * Says that there is no such playlist. The server renders for anonymous visitors, so it says this of every private playlist:
 * with a session, the page shows that it is loading, from the first paint on, until it has been requested with the token.
 */
export function MissingPlaylist({ id, children }: Props) {
  const router = useRouter()
  const token = useSession((session) => session.token)
  const answered = useAnswered((state) => state.question)
  const isHydrated = useHydrated()
  const question = isHydrated && token !== null ? `${token} ${id}` : ''
  const isSettled = isHydrated && (token === null || answered === question)
  useEffect(() => {
    if (question === '' || asked === question) return
    asked = question
    const { api, queryClient } = router.options.context
    async function ask() {
      try {
        // With the parts that then take this one's place: what waits for them would leave it empty for a moment.
        const screen = router.loadRouteChunk(router.routesById['/playlist'])
        await queryClient.fetchQuery(playlistQueries.one(api, id))
        // It may be deleted later on: then it is asked for again.
        asked = ''
        await screen
      } catch (error) {
        if (isMissing(error)) return useAnswered.setState({ question })
      }
      // It has it in the cache by now, so that this is replaced by the screen at once, or by what tells of another failure.
      await router.invalidate()
    }
    void ask()
  }, [router, question, id])
  return (
    <div className={isSettled ? undefined : css.unsettled}>
      <div className={css.missing}>
        {children}
        <MayBePrivate />
      </div>
      {isSettled ? null : (
        <div className={css.pending}>
          <PlaylistPending />
        </div>
      )}
    </div>
  )
}

/** Without a login, a member's own playlist is missing too. It is said of every id, so it reveals nothing. */
export function MayBePrivate() {
  const { t } = useTranslation('playlists')
  const token = useSession((session) => session.token)
  if (token !== null) return null
  return (
    <div className={css.private}>
      <p>{t('missing.mayBePrivate')}</p>
      <button type="button" className={controls.button} aria-haspopup="dialog" onClick={() => openAccount('logIn')}>
        {t('missing.logIn')}
      </button>
    </div>
  )
}
