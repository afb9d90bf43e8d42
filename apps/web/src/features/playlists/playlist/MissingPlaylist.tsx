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

/** The token and playlist id for which the answer was "not found". */
const useAnswered = create<{ question: string }>()(() => ({ question: '' }))
let asked = ''

type Props = {
  /** The playlist's. */
  id: string
  /** The message that there is no such playlist. */
  children: ReactNode
}

/**
 * Shown when a playlist is not found. The server renders for anonymous visitors, so it does not find any private
 * playlist: with a session, the page shows a loading state from the first paint on, until it has been requested with
 * the token.
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
        // Including the components that then replace this one, to avoid an empty screen in between.
        const screen = router.loadRouteChunk(router.routesById['/playlist'])
        await queryClient.fetchQuery(playlistQueries.one(api, id))
        // If it is deleted later on, it must be requested again.
        asked = ''
        await screen
      } catch (error) {
        if (isMissing(error)) return useAnswered.setState({ question })
      }
      // The playlist is cached by now, so this is replaced at once, by the screen or by another error.
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

/** Without a login, a member's own playlist is not found either. Shown for every id, so it reveals nothing. */
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
