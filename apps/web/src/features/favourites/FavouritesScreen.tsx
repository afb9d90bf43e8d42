import '#i18n/on-demand/deferred-texts.ts'
import '#i18n/on-demand/review-texts.ts'

import { isMember, openAccount, useSession } from '#features/accounts/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import controls from '#ui/controls.module.css'
import { Message } from '#ui/Message.tsx'

import { favouritesHref, type FavouritesPage } from './favourites-search.ts'
import { FavouritesPending } from './FavouritesPending.tsx'
import css from './FavouritesScreen.module.css'
import { Folders } from './Folders.tsx'
import { MarkedWorks } from './MarkedWorks.tsx'
import { ProgressTabs } from './ProgressTabs.tsx'

type Props = { api: Api; shown: FavouritesPage }

/** A member's reviews, progress and playlists. Other visitors see an explanation. */
export function FavouritesScreen({ api, shown }: Props) {
  const { t } = useTranslation('favourites')
  const { user, token } = useSession()
  return (
    <>
      <div className={css.head}>
        <h1 className={css.title}>{t('title')}</h1>
        {isMember(user) ? <Modes shown={shown} /> : null}
      </div>
      {isMember(user) ? (
        <>
          {shown.mode === 'progress' ? <ProgressTabs api={api} shown={shown} /> : null}
          {shown.mode === 'folder' ? <Folders api={api} shown={shown} /> : <MarkedWorks api={api} shown={shown} />}
        </>
      ) : user || token === null ? (
        <LoginNeeded isGuest={user !== null} />
      ) : (
        <FavouritesPending />
      )}
    </>
  )
}

function Modes({ shown }: { shown: FavouritesPage }) {
  const { t } = useTranslation('favourites')
  const { sort } = shown
  const hrefs = {
    review: favouritesHref({ mode: 'review', sort }),
    progress: favouritesHref({ mode: 'progress', progress: 'listening', sort }),
    folder: '/favourites/folder',
  }
  return (
    <nav aria-label={t('modes.label')}>
      <ul className={css.modes}>
        {(['review', 'progress', 'folder'] as const).map((mode) => (
          <li key={mode}>
            <a className={css.mode} href={hrefs[mode]} aria-current={mode === shown.mode ? 'page' : undefined}>
              {t(`modes.${mode}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function LoginNeeded({ isGuest }: { isGuest: boolean }) {
  const { t } = useTranslation('favourites')
  const who = isGuest ? 'guest' : 'loggedOut'
  return (
    <div className={isGuest ? undefined : css.stranger}>
      <Message title={t(`${who}.title`)} text={t(`${who}.text`)}>
        <button type="button" className={controls.primary} aria-haspopup="dialog" onClick={() => openAccount('logIn')}>
          {t('logIn')}
        </button>
      </Message>
    </div>
  )
}
