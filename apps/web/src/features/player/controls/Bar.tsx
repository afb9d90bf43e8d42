import '#i18n/on-demand/player-texts.ts'

import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from 'zustand'

import { useSubtitlesOn } from '#features/settings/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import { focusOpener, giveFocusBack } from '#lib/browser/focus.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { DotsIcon } from '#ui/icons/work-icons.tsx'
import { PartMissing } from '#ui/PartMissing.tsx'
import { useMedia, WIDE } from '#ui/use-media.ts'

import styles from './Bar.module.css'
import {
  JumpButton,
  LyricsButton,
  ModeButton,
  NextButton,
  PlayButton,
  PreviousButton,
  SoundButton,
} from './controls.tsx'
import { DropHint } from './DropHint.tsx'
import type { KeepPart } from '../keep-part.ts'
import type { LyricsParts } from '../lyrics-parts.ts'
import { Notices } from '../notices/Notices.tsx'
import { NowPlaying } from './NowPlaying.tsx'
import { player } from '../player.ts'
import { QueueButton } from '../queue/QueueButton.tsx'
import { SeekBar } from './seek-bar/SeekBar.tsx'
import { setFull, useOver } from '../sheets.ts'
import { SleepButton } from '../sleep/SleepButton.tsx'
import { sleepTimer } from '../sleep/sleep-timer.store.ts'
import { TrackInfo } from './TrackInfo.tsx'
import { useGestures } from './gestures/use-gestures.ts'
import { useLoadedChapters } from '../chapters/use-chapters.ts'
import { useLevels } from '../engine/use-levels.ts'
import { usePlayingHash } from '../use-player.ts'
import { VolumeControl } from './VolumeControl.tsx'
import { usePicture } from '../video/picture.store.ts'

const FullPlayer = lazyComponent(() => import('../full-player/FullPlayer.tsx'), PartMissing)
const PictureApart = lazyComponent(() => import('../video/PictureApart.tsx'), PartMissing)

/**
 * Rendered in the browser only: the window's width decides the order of the controls, so that the DOM order is the
 * visible one.
 */
export default function Bar({ lyrics, Keep }: { lyrics: LyricsParts; Keep: KeepPart }) {
  const { t } = useTranslation('player')
  const bar = useRef<HTMLElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const isFull = useOver((over) => over.isFull)
  const isPictureApart = usePicture(({ apart }) => apart !== null)
  const isWide = useMedia(WIDE)
  const isLyricsOn = useSubtitlesOn()
  const hash = usePlayingHash()
  useLevels()
  useLoadedChapters()
  // The track for which lyrics were turned on by hand.
  const [askedHash, setAskedHash] = useState<string | null>(null)

  useLayoutEffect(() => (bar.current ? leaveRoomFor(bar.current) : undefined), [])
  useLayoutEffect(() => (bar.current ? giveBackFocus(bar.current) : undefined), [])
  // When the queue is emptied the bar unmounts and closes what it opened.
  useLayoutEffect(() => () => setFull(false), [])

  const { drop, handlers } = useGestures({
    onSwipe: (direction) => direction === 'up' && setFull(true),
    onDrop(dropped) {
      if (dropped.kind === 'seek') player.seekTo(dropped.seconds)
      else player[dropped.kind]()
    },
  })

  function handleOpen() {
    // The close event comes after closing, and it may have been reopened in between.
    if (isFull) flushSync(() => setFull(false))
    focusOpener(opener.current)
    setFull(true)
  }

  function handleClose() {
    setFull(false)
    giveFocusBack(opener.current)
  }

  const info = <TrackInfo ref={opener} onOpen={handleOpen} />
  const lyricsButton = <LyricsButton onTurnOn={() => setAskedHash(hash)} />
  return (
    <>
      {/* Before the bar, so that the bar's popups lie over it. */}
      {isLyricsOn && <lyrics.Bar isAskedFor={askedHash === hash} />}
      <section ref={bar} className={styles.bar} aria-label={t('bar')} {...handlers}>
        {drop && <DropHint drop={drop} />}
        <NowPlaying />
        <Notices />
        {isWide ? (
          <WideControls info={info} lyricsButton={lyricsButton} />
        ) : (
          <CompactControls info={info} lyricsButton={lyricsButton} />
        )}
      </section>
      {isFull && <FullPlayer lyrics={lyrics} Keep={Keep} onClose={handleClose} />}
      {isPictureApart && <PictureApart lyrics={lyrics} />}
    </>
  )
}

type ControlsProps = { info: ReactNode; lyricsButton: ReactNode }

function WideControls({ info, lyricsButton }: ControlsProps) {
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
        <SleepButton />
        <SoundButton />
        {lyricsButton}
        <QueueButton />
      </div>
    </div>
  )
}

function CompactControls({ info, lyricsButton }: ControlsProps) {
  const { t } = useTranslation('player')
  const [isOpen, setIsOpen] = useState(false)
  const isTimed = useStore(sleepTimer, ({ timer }) => timer.kind !== 'off')
  return (
    <div className={styles.compact}>
      <SeekBar />
      <div className={styles.row}>
        {info}
        <div className={styles.main}>
          {/* Once: with more controls there is one below. */}
          {isTimed && !isOpen && <SleepButton />}
          <PlayButton />
          <NextButton />
          <IconButton
            label={t('more')}
            aria-expanded={isOpen}
            aria-controls="player-more"
            className={isOpen ? styles.turned : undefined}
            onClick={() => setIsOpen(!isOpen)}
          >
            <DotsIcon />
          </IconButton>
        </div>
      </div>
      <div id="player-more" className={styles.more} hidden={!isOpen}>
        <ModeButton />
        <PreviousButton />
        <JumpButton direction="back" />
        <JumpButton direction="forward" />
        <SleepButton />
        <SoundButton />
        {lyricsButton}
        <QueueButton />
      </div>
    </div>
  )
}

/** @returns a function that undoes it */
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

/** @returns a function to call when the bar unmounts (the queue was emptied): moves the focus back to the page */
function giveBackFocus(bar: HTMLElement): () => void {
  return () => {
    if (bar.contains(document.activeElement)) document.querySelector('main')?.focus({ preventScroll: true })
  }
}
