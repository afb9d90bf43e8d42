import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { later } from '#lib/lazy.tsx'
import { PartMissing } from '#ui/PartMissing.tsx'

import styles from './Bar.module.css'
import { JumpButton, ModeButton, NextButton, PlayButton, PreviousButton } from './controls.tsx'
import { IconButton } from './IconButton.tsx'
import { MoreIcon } from './icons.tsx'
import { NowPlaying } from './NowPlaying.tsx'
import { QueueButton } from './QueueButton.tsx'
import { SeekBar } from './SeekBar.tsx'
import { TrackInfo } from './TrackInfo.tsx'
import { TroubleNotice } from './TroubleNotice.tsx'
import { useMedia, WIDE } from './use-media.ts'
import { VolumeControl, VolumePopover } from './VolumeControl.tsx'

const FullPlayer = later(() => import('./FullPlayer.tsx'), PartMissing)

/** Only in the browser: it asks for the window's width, so that the order of its controls is the one that is seen. */
export default function Bar() {
  const { t } = useTranslation('player')
  const bar = useRef<HTMLElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  // Here, for a phone that is turned gets other controls and keeps the full player.
  const [isFull, setIsFull] = useState(false)
  const isWide = useMedia(WIDE)

  useLayoutEffect(() => (bar.current ? leaveRoomFor(bar.current) : undefined), [])
  useLayoutEffect(() => (bar.current ? giveBackFocus(bar.current) : undefined), [])

  function handleClose() {
    setIsFull(false)
    // Not every browser focuses a button that is clicked, so there may be no focus that the dialog could give back.
    opener.current?.focus()
  }

  const info = <TrackInfo ref={opener} onOpen={() => setIsFull(true)} />
  return (
    <>
      <section ref={bar} className={styles.bar} aria-label={t('bar')}>
        <NowPlaying />
        <TroubleNotice />
        {isWide ? <WideControls info={info} /> : <CompactControls info={info} />}
      </section>
      {isFull && <FullPlayer onClose={handleClose} />}
    </>
  )
}

function WideControls({ info }: { info: ReactNode }) {
  return (
    <div className={styles.wide}>
      {info}
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

function CompactControls({ info }: { info: ReactNode }) {
  const { t } = useTranslation('player')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className={styles.compact}>
      <SeekBar />
      <div className={styles.row}>
        {info}
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
