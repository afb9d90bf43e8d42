import type { ReactNode } from 'react'
import { useTranslation } from '#i18n/use-translation.ts'

import { lyrics } from '#features/lyrics/index.ts'
import { PlayerBar } from '#features/player/index.ts'
import { useLocalNavigation } from '#lib/use-local-navigation.ts'

import { RouteAnnouncer } from './RouteAnnouncer.tsx'
import css from './Shell.module.css'
import { TopBar } from './TopBar.tsx'

/** What stands around every screen, and stays while screens change: the top bar and the player. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shell')
  useLocalNavigation()
  return (
    <div className={css.shell}>
      <a className={css.skip} href="#main">
        {t('skipToContent')}
      </a>
      <TopBar />
      <main id="main" className={css.main} tabIndex={-1}>
        {children}
      </main>
      <div className={css.player}>
        <PlayerBar lyrics={lyrics} />
      </div>
      <RouteAnnouncer />
    </div>
  )
}
