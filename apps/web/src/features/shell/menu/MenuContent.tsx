import { useLocation } from '@tanstack/react-router'
import { useId, type ReactNode } from 'react'

import { initialOf, openAccount, useUser } from '#features/accounts/index.ts'
import { openSheet } from '#features/player/index.ts'
import { DIE, useRandomPlay } from '#features/random-play/index.ts'
import { ColorSchemeChoice, LanguageChoice, useSettings } from '#features/settings/index.ts'
import '#i18n/on-demand/menu-texts.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Drawing, Icon } from '#ui/Icon.tsx'

import { currentOf } from './menu-places.ts'
import css from './MenuContent.module.css'

const POPULAR = 'M4 16.5l5.5-5.5 3.5 3.5L20 7.5M15 7h5.5v5.5'
const RECOMMENDED =
  'M11 4l1.7 4.8L17.5 10.5l-4.8 1.7L11 17l-1.7-4.8L4.5 10.5l4.8-1.7zM18 15l.8 2.2L21 18l-2.2.8L18 21l-.8-2.2L15 18l2.2-.8z'
const CIRCLES =
  'M9 11a3 3 0 1 0 0-6a3 3 0 1 0 0 6M3 19c0-3 3-5 6-5s6 2 6 5M16 5.2a3 3 0 0 1 0 5.6M18 14.4c2 .7 3 2.4 3 4.6'
const TAGS = 'M4 4h8l8 8-8 8-8-8zM8.5 8.5v.01'
const VAS = 'M12 4a3 3 0 0 0-3 3v4a3 3 0 0 0 6 0V7a3 3 0 0 0-3-3M6 11a6 6 0 0 0 12 0M12 17v3'
const PLAYLISTS = 'M4 6h12M4 11h12M4 16h6M15 14.5l5 3-5 3z'
const SETTINGS = 'M4 7h9M17 7h3M15 5v4M4 17h3M11 17h9M9 15v4M4 12h3'
const FAVOURITES = 'M12 4l2.4 5.1 5.6.7-4.1 3.8 1.1 5.5L12 16.4 7 19.1l1.1-5.5L4 9.8l5.6-.7z'
const MOON = 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z'
const SUN =
  'M12 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4'
const SCREEN = 'M5 5h14a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1M9 20h6M12 16v4'
const ABOUT = 'M12 4a8 8 0 1 0 0 16a8 8 0 1 0 0-16M12 11v5M12 8v.01'
const DEBUG = 'M3 12h4l2.5-6 4 12 2.5-6h5'
const DOOR = 'M10 4H6a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h4M10 12h10M16.5 8l4 4-4 4'

const schemeIcons = {
  dark: <Drawing path={MOON} size="1.25rem" />,
  light: <Drawing path={SUN} size="1.25rem" />,
  system: <Drawing path={SCREEN} size="1.25rem" />,
}

/**
 * The menu: account, screens, random play and, always visible, appearance and language.
 *
 * @param onChosen  called when a link was chosen
 */
export function MenuContent({ onChosen }: { onChosen: () => void }) {
  const { t } = useTranslation('menu')
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
          <Place href="/works" icon={<Icon name="shelf" />} text={t('places.library')} onChosen={onChosen} />
          <Place href="/popular" icon={<Drawing path={POPULAR} />} text={t('places.popular')} onChosen={onChosen} />
          <Place
            href="/recommend"
            icon={<Drawing path={RECOMMENDED} />}
            text={t('places.recommend')}
            onChosen={onChosen}
          />
          <Place href="/circles" icon={<Drawing path={CIRCLES} />} text={t('places.circles')} onChosen={onChosen} />
          <Place href="/tags" icon={<Drawing path={TAGS} />} text={t('places.tags')} onChosen={onChosen} />
          <Place href="/vas" icon={<Drawing path={VAS} />} text={t('places.vas')} onChosen={onChosen} />
        </Group>
        <Group title={t('groups.mine')}>
          <Place
            href="/favourites"
            icon={<Drawing path={FAVOURITES} />}
            text={t('places.favourites')}
            onChosen={onChosen}
          />
          <Place
            href="/playlists"
            icon={<Drawing path={PLAYLISTS} />}
            text={t('places.playlists')}
            onChosen={onChosen}
          />
        </Group>
        <Group title={t('groups.listen')}>
          <li>
            <button type="button" className={css.link} aria-disabled={isBusy} onClick={chosen(() => void playAny())}>
              <Drawing path={DIE} />
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
              <Drawing path={MOON} />
              {t('sleep')}
            </button>
          </li>
        </Group>
        <Group title={t('groups.more')}>
          <Place href="/settings" icon={<Drawing path={SETTINGS} />} text={t('places.settings')} onChosen={onChosen} />
          <Place href="/about" icon={<Drawing path={ABOUT} />} text={t('places.about')} onChosen={onChosen} />
          <Place href="/debug" icon={<Drawing path={DEBUG} />} text={t('places.debug')} onChosen={onChosen} />
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
        <span className={css.nobody}>
          <Icon name="account" size="1.25em" />
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
      <button
        type="button"
        className={css.leave}
        aria-label={t('logOut')}
        title={t('logOut')}
        aria-haspopup="dialog"
        onClick={chosen(() => openAccount('logOut'))}
      >
        <Drawing path={DOOR} />
      </button>
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
