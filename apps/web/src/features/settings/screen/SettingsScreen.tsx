import '#i18n/on-demand/deferred-texts.ts'

import { useEffect, type ReactNode } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { canHaveWindow } from '#lib/browser/own-window.ts'
import { Choice } from '#ui/Choice.tsx'
import { ChevronRightIcon } from '#ui/icons/core-icons.ts'
import { Switch } from '#ui/Switch.tsx'

import { BackupSettings } from '../backup/BackupSettings.tsx'
import { ColorSchemeChoice } from '../ColorSchemeChoice.tsx'
import { EditionChoices } from '../EditionChoices.tsx'
import { FolderChoices } from './FolderChoices.tsx'
import { JumpList } from './JumpList.tsx'
import { LanguageChoice } from '../LanguageChoice.tsx'
import { PlayerSettings } from './PlayerSettings.tsx'
import { SectionIcon, type SectionId } from './sections.tsx'
import { sidebarExpandModes, subtitleDisplayModes, useSettings } from '../settings.store.ts'
import css from './SettingsScreen.module.css'
import { SoundSettings } from './SoundSettings.tsx'
import { hasSubtitleMarks } from '../use-subtitle-marks.ts'
import { useSubtitlesOn } from '../use-subtitles-on.ts'

type Props = {
  /** The visitor's account section. */
  account: ReactNode
  /** Whether a member is logged in. */
  hasAccount: boolean
  /** The editor of the global filter. */
  globalFilter: ReactNode
  /** The quick mark target. */
  markTarget: ReactNode
  /** The listening setting. */
  listening: ReactNode
  /** The server address. */
  endpoint: ReactNode
  /** Subtitle packages on this device. */
  localSubtitles: ReactNode
}

/** All settings of this device, applied immediately. */
export function SettingsScreen({
  account,
  hasAccount,
  globalFilter,
  markTarget,
  listening,
  endpoint,
  localSubtitles,
}: Props) {
  const { t } = useTranslation('settings')
  const { showCensoredTag, showShopDetails, sidebarExpandMode } = useSettings()

  // The server's page has no sections yet, so neither browser nor router scrolls to the anchor.
  useEffect(() => {
    document.getElementById(location.hash.slice(1))?.scrollIntoView({ behavior: 'instant' })
  }, [])

  return (
    <div className={css.layout}>
      <header className={css.top}>
        <h1 className={css.title}>{t('title')}</h1>
        <p className={css.hint}>{t('hint')}</p>
      </header>
      <JumpList />
      <div className={css.screen}>
        <Section id="account">{account}</Section>
        <Section id="appearance">
          <LanguageChoice isRow />
          <ColorSchemeChoice isRow />
          <Choice
            isRow
            label={t('sidebarExpandMode.label')}
            hint={t('sidebarExpandMode.text')}
            name="sidebar-expand-mode"
            options={sidebarExpandModes.map((mode) => ({ value: mode, label: t(`sidebarExpandMode.${mode}`) }))}
            value={sidebarExpandMode}
            onChange={(mode) => useSettings.setState({ sidebarExpandMode: mode })}
          />
        </Section>
        <Section id="library">
          <div id="global-filter" className={css.anchor}>
            {globalFilter}
          </div>
          <div id="editions" className={css.anchor}>
            <EditionChoices />
          </div>
          <Switch
            label={t('showCensoredTag.label')}
            hint={t('showCensoredTag.text')}
            isOn={showCensoredTag}
            onChange={(isOn) => useSettings.setState({ showCensoredTag: isOn })}
          />
          <Switch
            label={t('showShopDetails.label')}
            hint={t('showShopDetails.text')}
            isOn={showShopDetails}
            onChange={(isOn) => useSettings.setState({ showShopDetails: isOn })}
          />
          <SubtitleMarks />
          <SuggestionSettings />
          {listening}
          {markTarget}
          {endpoint}
        </Section>
        <Section id="files">
          <FolderChoices />
        </Section>
        <Section id="player">
          <PlayerSettings />
        </Section>
        <Section id="sound">
          <SoundSettings />
        </Section>
        <Section id="subtitles">
          <SubtitleSettings />
        </Section>
        <Section id="local-subtitles">{localSubtitles}</Section>
        <Section id="backup">
          <BackupSettings hasAccount={hasAccount} />
        </Section>
        <Section id="more">
          <More href="/about" title={t('about.title')} text={t('about.text')} />
          <More href="/debug" title={t('debug.title')} text={t('debug.text')} />
        </Section>
      </div>
    </div>
  )
}

/** Shown where it decides: in Chinese there is always both. */
function SubtitleMarks() {
  const { t, locale } = useTranslation('settings')
  const chosen = useSettings(({ showSubtitled }) => showSubtitled)
  if (hasSubtitleMarks(locale)) return null
  return (
    <Choice
      isRow
      label={t('showSubtitled.label')}
      hint={t('showSubtitled.text')}
      name="show-subtitled"
      options={(['auto', 'show', 'hide'] as const).map((value) => ({ value, label: t(`showSubtitled.${value}`) }))}
      value={chosen === null ? 'auto' : chosen ? 'show' : 'hide'}
      onChange={(value) => useSettings.setState({ showSubtitled: value === 'auto' ? null : value === 'show' })}
    />
  )
}

const shelves = [
  'showPopularAtHome',
  'showRecommendAtHome',
  'showRecentAtHome',
  'showSimilarWorksAtWorkDetail',
] as const

/** Which shelves are shown. */
function SuggestionSettings() {
  const { t } = useTranslation('settings')
  const settings = useSettings()
  return shelves.map((name) => (
    <Switch
      key={name}
      label={t(`${name}.label`)}
      hint={t(`${name}.text`)}
      isOn={settings[name]}
      onChange={(isOn) => useSettings.setState({ [name]: isOn })}
    />
  ))
}

function SubtitleSettings() {
  const { t } = useTranslation('settings')
  const subtitleDisplayMode = useSettings((settings) => settings.subtitleDisplayMode)
  return (
    <>
      <Switch
        label={t('enableSubtitle.label')}
        hint={t('enableSubtitle.text')}
        isOn={useSubtitlesOn()}
        onChange={(isOn) => useSettings.setState({ enableSubtitle: isOn })}
      />
      {/* Only if there is a choice. */}
      {canHaveWindow() ? (
        <Choice
          isRow
          label={t('subtitleDisplayMode.label')}
          name="subtitle-display-mode"
          options={subtitleDisplayModes.map((mode) => ({ value: mode, label: t(`subtitleDisplayMode.${mode}`) }))}
          value={subtitleDisplayMode}
          onChange={(mode) => useSettings.setState({ subtitleDisplayMode: mode })}
        />
      ) : null}
    </>
  )
}

function Section({ id, children }: { id: SectionId; children: ReactNode }) {
  const { t } = useTranslation('settings')
  return (
    <section id={id} className={css.section} aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`} className={css.heading}>
        <SectionIcon id={id} />
        {t(`sections.${id}`)}
      </h2>
      <div className={css.card}>{children}</div>
    </section>
  )
}

/** A link to another screen. */
function More({ href, title, text }: { href: string; title: string; text: string }) {
  return (
    <a className={css.more} href={href}>
      <span>
        {title}
        <span className={css.hint}>{text}</span>
      </span>
      <ChevronRightIcon size="1.25em" />
    </a>
  )
}
