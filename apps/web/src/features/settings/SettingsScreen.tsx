import '#i18n/later-texts.ts'

import { useEffect, useRef, type ReactNode } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { canHaveWindow } from '#lib/own-window.ts'
import { Choice } from '#ui/Choice.tsx'

import { ColorSchemeChoice } from './ColorSchemeChoice.tsx'
import { FolderChoices } from './FolderChoices.tsx'
import { LanguageChoice } from './LanguageChoice.tsx'
import { playerStyles, subtitleDisplayModes, useSettings } from './settings.store.ts'
import css from './SettingsScreen.module.css'
import { SoundSettings } from './SoundSettings.tsx'
import { useSubtitlesOn } from './use-subtitles-on.ts'

/**
 * Everything that can be set on this device. What is chosen holds at once; there is nothing to save.
 *
 * @param account  what there is to say and do about the visitor's account
 * @param globalFilter  the editor of the filter, which knows about works
 */
export function SettingsScreen({ account, globalFilter }: { account: ReactNode; globalFilter: ReactNode }) {
  const { t } = useTranslation('settings')
  const { showCensoredTag, playerStyle, rewindSeekTime, forwardSeekTime, subtitleDisplayMode } = useSettings()
  const { keepScreenOn, enableAntiScreenBurnin, keyboardShortcuts } = useSettings()
  const isSubtitled = useSubtitlesOn()
  const inSeconds = (seconds: string) => ({ value: seconds, label: t('seconds', { seconds }) })
  return (
    <div className={css.screen}>
      <div>
        <h1 className={css.title}>{t('title')}</h1>
        <p className={css.hint}>{t('hint')}</p>
      </div>
      <Section id="account" title={t('account.title')}>
        {account}
      </Section>
      <Section title={t('appearance.title')}>
        <LanguageChoice />
        <ColorSchemeChoice />
      </Section>
      <Section id="global-filter" title={t('library.title')}>
        {globalFilter}
        <Toggle
          label={t('showCensoredTag.label')}
          text={t('showCensoredTag.text')}
          isOn={showCensoredTag}
          onChange={(isOn) => useSettings.setState({ showCensoredTag: isOn })}
        />
      </Section>
      <Section title={t('folders.title')}>
        <FolderChoices />
      </Section>
      <Section title={t('player.title')}>
        <Choice
          label={t('playerStyle.label')}
          name="player-style"
          options={playerStyles.map((style) => ({ value: style, label: t(`playerStyle.${style}`) }))}
          value={playerStyle}
          onChange={(style) => useSettings.setState({ playerStyle: style })}
        />
        <SoundSettings />
        <Choice
          label={t('rewindSeekTime')}
          name="rewind-seek-time"
          options={['3', '5', '10', '15', '30'].map(inSeconds)}
          value={String(rewindSeekTime)}
          onChange={(seconds) => useSettings.setState({ rewindSeekTime: Number(seconds) })}
        />
        <Choice
          label={t('forwardSeekTime')}
          name="forward-seek-time"
          options={['5', '10', '15', '30', '60', '90'].map(inSeconds)}
          value={String(forwardSeekTime)}
          onChange={(seconds) => useSettings.setState({ forwardSeekTime: Number(seconds) })}
        />
        <Toggle
          label={t('keepScreenOn.label')}
          text={t('keepScreenOn.text')}
          isOn={keepScreenOn}
          onChange={(isOn) => useSettings.setState({ keepScreenOn: isOn })}
        />
        <Toggle
          label={t('enableAntiScreenBurnin.label')}
          text={t('enableAntiScreenBurnin.text')}
          isOn={enableAntiScreenBurnin}
          onChange={(isOn) => useSettings.setState({ enableAntiScreenBurnin: isOn })}
        />
        <Toggle
          label={t('keyboardShortcuts.label')}
          text={t('keyboardShortcuts.text')}
          isOn={keyboardShortcuts}
          onChange={(isOn) => useSettings.setState({ keyboardShortcuts: isOn })}
        />
      </Section>
      <Section title={t('subtitles.title')}>
        <Toggle
          label={t('enableSubtitle.label')}
          text={t('enableSubtitle.text')}
          isOn={isSubtitled}
          onChange={(isOn) => useSettings.setState({ enableSubtitle: isOn })}
        />
        {/* Elsewhere there is nothing to choose from. */}
        {canHaveWindow() ? (
          <Choice
            label={t('subtitleDisplayMode.label')}
            name="subtitle-display-mode"
            options={subtitleDisplayModes.map((mode) => ({ value: mode, label: t(`subtitleDisplayMode.${mode}`) }))}
            value={subtitleDisplayMode}
            onChange={(mode) => useSettings.setState({ subtitleDisplayMode: mode })}
          />
        ) : null}
      </Section>
    </div>
  )
}

function Section({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  const section = useRef<HTMLElement>(null)
  // The page that the server sends has no sections yet: neither the browser nor the router finds the one it is opened at.
  useEffect(() => {
    if (id !== undefined && location.hash === `#${id}`) section.current?.scrollIntoView({ behavior: 'instant' })
  }, [id])
  return (
    <section ref={section} id={id} className={css.section}>
      <h2 className={css.heading}>{title}</h2>
      {children}
    </section>
  )
}

type ToggleProps = { label: string; text: string; isOn: boolean; onChange: (isOn: boolean) => void }

function Toggle({ label, text, isOn, onChange }: ToggleProps) {
  return (
    <label className={css.toggle}>
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
      <span>
        {label}
        <span className={css.hint}>{text}</span>
      </span>
    </label>
  )
}
