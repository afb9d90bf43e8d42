import { useLocation } from '@tanstack/react-router'
import { useId, type ReactNode } from 'react'

import { initialOf, openAccount, useUser } from '#features/accounts/index.ts'
import { openSheet } from '#features/player/index.ts'
import { useRandomPlay } from '#features/random-play/index.ts'
import { ColorSchemeChoice, LanguageChoice, useSettings } from '#features/settings/index.ts'
import '#i18n/on-demand/menu-texts.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { AccountIcon, KeepIcon, LibraryIcon } from '#ui/icons/core-icons.ts'
import {
  DieIcon,
  InfoIcon,
  LogOutIcon,
  MoonIcon,
  PopularIcon,
  PulseIcon,
  RecommendedIcon,
  ScreenIcon,
  SeriesIcon,
  SettingsIcon,
  StaffIcon,
  SunIcon,
} from '#ui/icons/deferred-icons.ts'
import { CirclesIcon, HistoryIcon, PlaylistsIcon, StarIcon, TagsIcon, VoicesIcon } from '#ui/icons/place-icons.ts'

import { currentOf } from './menu-places.ts'
import css from './MenuContent.module.css'

const schemeIcons = {
  dark: <MoonIcon size="1.25em" />,
  light: <SunIcon size="1.25em" />,
  system: <ScreenIcon size="1.25em" />,
}

/**
 * The menu: account, screens, random play and, always visible, appearance and language.
 *
 * @param onChosen  called when a link was chosen
 */
export function MenuContent({ onChosen }: { onChosen: () => void }) {
  const { t } = useTranslation('menu')
  const { t: shell } = useTranslation('shell')
  const showCensoredTag = useSettings((settings) => settings.showCensoredTag)
  const { playAny, isBusy } = useRandomPlay()
  const chosen = (act: () => void) => () => {
    onChosen()
    act()
  }
  return (
    <>
      <Visitor chosen={chosen} />
      <nav className={css.nav} aria-label={t('title')}>
        <Group title={t('groups.browse')}>
          <Place href="/works" icon={<LibraryIcon size="1.5em" />} text={t('places.library')} onChosen={onChosen} />
          <Place href="/popular" icon={<PopularIcon size="1.5em" />} text={t('places.popular')} onChosen={onChosen} />
          <Place
            href="/recommend"
            icon={<RecommendedIcon size="1.5em" />}
            text={t('places.recommend')}
            onChosen={onChosen}
          />
          <Place
            href="/circles"
            icon={<CirclesIcon size="1.5em" />}
            text={shell('places.circles')}
            onChosen={onChosen}
          />
          <Place href="/tags" icon={<TagsIcon size="1.5em" />} text={shell('places.tags')} onChosen={onChosen} />
          <Place href="/vas" icon={<VoicesIcon size="1.5em" />} text={shell('places.vas')} onChosen={onChosen} />
          <Place href="/series" icon={<SeriesIcon size="1.5em" />} text={t('places.series')} onChosen={onChosen} />
          <Place href="/staff" icon={<StaffIcon size="1.5em" />} text={t('places.staff')} onChosen={onChosen} />
        </Group>
        <Group title={shell('places.mine')}>
          <Place
            href="/history"
            icon={<HistoryIcon size="1.5em" />}
            text={shell('places.history')}
            onChosen={onChosen}
          />
          <Place
            href="/favourites"
            icon={<StarIcon size="1.5em" />}
            text={shell('places.favourites')}
            onChosen={onChosen}
          />
          <Place
            href="/playlists"
            icon={<PlaylistsIcon size="1.5em" />}
            text={shell('places.playlists')}
            onChosen={onChosen}
          />
          <Place href="/kept" icon={<KeepIcon size="1.5em" />} text={shell('places.kept')} onChosen={onChosen} />
        </Group>
        <Group title={t('groups.listen')}>
          <li>
            <button type="button" className={css.link} aria-disabled={isBusy} onClick={chosen(() => void playAny())}>
              <DieIcon size="1.5em" />
              {isBusy ? t('random.picking') : t('random.play')}
            </button>
          </li>
          <li>
            <button
              type="button"
              className={css.link}
              aria-haspopup="dialog"
              onClick={chosen(() => openSheet('sleep'))}
            >
              <MoonIcon size="1.5em" />
              {t('sleep')}
            </button>
          </li>
        </Group>
        <Group title={t('groups.more')}>
          <Place
            href="/settings"
            icon={<SettingsIcon size="1.5em" />}
            text={t('places.settings')}
            onChosen={onChosen}
          />
          <Place href="/about" icon={<InfoIcon size="1.5em" />} text={t('places.about')} onChosen={onChosen} />
          <Place href="/debug" icon={<PulseIcon size="1.5em" />} text={t('places.debug')} onChosen={onChosen} />
        </Group>
      </nav>
      <Checkbox
        className={css.toggle}
        label={t('showCensoredTag')}
        isOn={showCensoredTag}
        onChange={(isOn) => useSettings.setState({ showCensoredTag: isOn })}
      />
      <div className={css.looks}>
        <LanguageChoice isBare />
        <ColorSchemeChoice icons={schemeIcons} />
      </div>
    </>
  )
}

function Visitor({ chosen }: { chosen: (act: () => void) => () => void }) {
  const { t } = useTranslation('menu')
  const { t: shell } = useTranslation('shell')
  const user = useUser()
  if (!user) {
    return (
      <button type="button" className={css.visitor} aria-haspopup="dialog" onClick={chosen(() => openAccount('logIn'))}>
        <span className={css.anonymous}>
          <AccountIcon size="1.25em" />
        </span>
        <span className={css.who}>
          <span className={css.name}>{shell('account.logIn')}</span>
          <span className={css.hint}>{t('logInHint')}</span>
        </span>
      </button>
    )
  }
  return (
    <div className={css.member}>
      <button
        type="button"
        className={css.visitor}
        aria-label={shell('account.open', { name: user.name })}
        aria-haspopup="dialog"
        onClick={chosen(() => openAccount('menu'))}
      >
        <span className={css.initial}>{initialOf(user.name)}</span>
        <span className={`${css.who} ${css.name}`}>{user.name}</span>
      </button>
      <IconButton
        className={css.leave}
        label={t('logOut')}
        aria-haspopup="dialog"
        onClick={chosen(() => openAccount('logOut'))}
      >
        <LogOutIcon />
      </IconButton>
    </div>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <div>
      <h3 id={id} className={css.heading}>
        {title}
      </h3>
      <ul aria-labelledby={id}>{children}</ul>
    </div>
  )
}

type PlaceProps = { href: string; icon: ReactNode; text: string; onChosen: () => void }

function Place({ href, icon, text, onChosen }: PlaceProps) {
  const current = useLocation({ select: ({ pathname }) => currentOf(href, pathname) })
  return (
    <li>
      <a className={css.link} href={href} aria-current={current} onClick={onChosen}>
        {icon}
        {text}
      </a>
    </li>
  )
}
