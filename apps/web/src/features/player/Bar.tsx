import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'

import styles from './Bar.module.css'
import { JumpButton, ModeButton, NextButton, PlayButton, PreviousButton } from './controls.tsx'
import { IconButton } from './IconButton.tsx'
import { MoreIcon } from './icons.tsx'
import { NowPlaying } from './NowPlaying.tsx'
import { QueueButton } from './QueueButton.tsx'
import { SeekBar } from './SeekBar.tsx'
import { TrackInfo } from './TrackInfo.tsx'
import { TroubleNotice } from './TroubleNotice.tsx'
import { VolumeControl, VolumePopover } from './VolumeControl.tsx'

/** Only in the browser: it asks for the window's width, so that the order of its controls is the one that is seen. */
export default function Bar() {
  const { t } = useTranslation('player')
  const bar = useRef<HTMLElement>(null)
  const isWide = useSyncExternalStore(onWidthChange, () => wide().matches)

  useLayoutEffect(() => (bar.current ? leaveRoomFor(bar.current) : undefined), [])
  useLayoutEffect(() => (bar.current ? giveBackFocus(bar.current) : undefined), [])

  return (
    <section ref={bar} className={styles.bar} aria-label={t('bar')}>
      <NowPlaying />
      <TroubleNotice />
      {isWide ? <WideControls /> : <CompactControls />}
    </section>
  )
}

function WideControls() {
  return (
    <div className={styles.wide}>
      <TrackInfo />
      <div className={styles.middle}>
        <div className={styles.buttons}>
          <ModeButton />
          <PreviousButton />
          <JumpButton direction="back" />
          <PlayButton />
          <JumpButton direction="forward" />
          <NextButton />
        </div>
        <SeekBar />
      </div>
      <div className={styles.extras}>
        <VolumeControl />
        <QueueButton />
      </div>
    </div>
  )
}

function CompactControls() {
  const { t } = useTranslation('player')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className={styles.compact}>
      <SeekBar />
      <div className={styles.row}>
        <TrackInfo />
        <PlayButton />
        <NextButton />
        <IconButton
          label={t('more')}
          aria-expanded={isOpen}
          aria-controls="player-more"
          className={isOpen ? styles.turned : undefined}
          onClick={() => setIsOpen(!isOpen)}
        >
          <MoreIcon />
        </IconButton>
      </div>
      <div id="player-more" className={styles.more} hidden={!isOpen}>
        <ModeButton />
        <PreviousButton />
        <JumpButton direction="back" />
        <JumpButton direction="forward" />
        <VolumePopover />
        <QueueButton />
      </div>
    </div>
  )
}

/** @returns a function that gives the room back */
function leaveRoomFor(bar: HTMLElement): () => void {
  const root = document.documentElement
  const measure = () => root.style.setProperty('--player-height', `${bar.offsetHeight}px`)
  const observer = new ResizeObserver(measure)
  observer.observe(bar)
  measure()
  root.dataset.player = 'on'
  return () => {
    observer.disconnect()
    root.style.removeProperty('--player-height')
    delete root.dataset.player
  }
}

/** @returns a function to call when the bar goes, as it does when the queue is emptied: the focus goes back to the page */
function giveBackFocus(bar: HTMLElement): () => void {
  return () => {
    if (bar.contains(document.activeElement)) document.querySelector('main')?.focus({ preventScroll: true })
  }
}

const wide = () => matchMedia('(min-width: 48em)')

function onWidthChange(listener: () => void): () => void {
  const query = wide()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
