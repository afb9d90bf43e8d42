import '#i18n/playlist-texts.ts'

import { useHydrated, useRouter } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { create } from 'zustand'

import { openAccount, useSession } from '#features/accounts/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { isMissing } from '#lib/api.ts'
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
 * Tells that there is no such playlist. The server knows no member, and says so of every private playlist, in one page for
 * all: whoever has a session is shown that it is being loaded, from the first paint on, until it has been asked for with it.
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

/** To whoever has not logged in, a playlist of their own is missing as well. It says so of every id, and so tells nothing. */
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
