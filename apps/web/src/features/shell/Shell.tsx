import { useLocation } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from '#i18n/use-translation.ts'

import { ClosedScreen, AccountOverlayHost, useIsAdmitted, useUser } from '#features/accounts/index.ts'
import { Health } from '#features/health/index.ts'
import { KeepPlaying } from '#features/kept/index.ts'
import { lyrics } from '#features/lyrics/index.ts'
import { OfflineOverlayHost } from '#features/offline/index.ts'
import { SyncPositions } from '#features/playback-positions/index.ts'
import { PlayerBar, useIsPlaying } from '#features/player/index.ts'
import { PlaylistOverlayHost } from '#features/playlists/index.ts'
import { useSettings } from '#features/settings/index.ts'
import { addListChoice } from '#features/works/index.ts'
import { pathInApp } from '#lib/base-path.ts'
import { lazyComponent, whenIdle } from '#lib/chunks/lazy-component.tsx'
import controls from '#ui/controls.module.css'
import { useToasts } from '#ui/toast.ts'
import { useUpgrade } from '#lib/storage/database-upgrade.ts'
import { useLocalNavigation } from '#lib/navigation/use-local-navigation.ts'
import { NoticePlace } from '#ui/Notice.tsx'
import { MissingParts } from '#ui/PartMissing.tsx'

import { isOwnScreen } from './places/current-place.ts'
import { OwnScreens } from './places/OwnScreens.tsx'
import { Places } from './places/Places.tsx'
import { RouteAnnouncer } from './RouteAnnouncer.tsx'
import css from './Shell.module.css'
import { isForAll } from './top-bar/top-bar-parts.ts'
import { TopBar } from './top-bar/TopBar.tsx'
import { useEntrances } from './use-entrances.ts'
import { useMarkedCard } from './use-marked-card.ts'
import { useSearchKey } from './use-search-key.ts'

const DeferredParts = lazyComponent(
  () => import('./DeferredParts.tsx'),
  () => null,
)

const addChoice = (url: URL) => void addListChoice(pathInApp(url.pathname), url, useSettings.getState())

/** The frame of every screen: top bar, places and player. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shell')
  const isAdmitted = useIsAdmitted()
  const path = useLocation({ select: ({ pathname }) => pathname })
  // Loaded before a member can cause a toast, and when playback starts.
  const isSpeaking = [
    useUser() !== null,
    useIsPlaying(),
    useToasts(({ toasts }) => toasts.length > 0),
    useUpgrade(({ upgrade }) => upgrade !== null),
  ].includes(true)
  useLocalNavigation(addChoice)
  useEntrances()
  // Not with the deferred parts: the way back to a list may be taken before they are loaded.
  useMarkedCard()
  useSearchKey()
  const [isSettled, setSettled] = useState(false)
  useEffect(() => whenIdle(() => setSettled(true)), [])
  return (
    <div className={css.shell}>
      <a className={controls.skip} href="#main">
        {t('skipToContent')}
      </a>
      <TopBar />
      <Places />
      {/* Reserves the docked menu's space. */}
      <aside id="side" className={css.side} />
      <main id="main" className={css.main} tabIndex={-1}>
        {isAdmitted && isOwnScreen(path) ? <OwnScreens path={path} /> : null}
        {isAdmitted || isForAll(path) ? children : <ClosedScreen />}
      </main>
      <div className={css.player}>{isAdmitted ? <PlayerBar lyrics={lyrics} Keep={KeepPlaying} /> : null}</div>
      <NoticePlace />
      <MissingParts />
      <AccountOverlayHost />
      <PlaylistOverlayHost />
      <OfflineOverlayHost />
      {isSettled || isSpeaking ? <DeferredParts /> : null}
      <SyncPositions />
      <RouteAnnouncer />
      <Health />
      <div className={css.progress} aria-hidden="true" />
    </div>
  )
}
