import { useLocation, useRouter } from '@tanstack/react-router'
import {
  useEffect,
  useId,
  useRef,
  useState,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
} from 'react'

import { playerStyles, useSettings, useSubtitlesOn, type PlayerStyle } from '#features/settings/index.ts'
import { langOfText } from '#i18n/lang-of.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { mediaAddress } from '#lib/api/media-address.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import { BlurredPicture } from '#ui/BlurredPicture.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { ChevronDownIcon } from '#ui/icons/deferred-icons.ts'
import { ClassicIcon, LargeCoverIcon, QueueIcon } from '#ui/icons/player-icons.tsx'
import { Modal } from '#ui/Modal.tsx'
import { PartMissing } from '#ui/PartMissing.tsx'
import { useBackCloses } from '#ui/use-back-closes.ts'
import { ROOMY, useMedia } from '#ui/use-media.ts'

import {
  JumpButton,
  LyricsButton,
  ModeButton,
  NextButton,
  PlayButton,
  PreviousButton,
  SoundButton,
} from '../controls/controls.tsx'
import { ChapterLine } from '../chapters/ChapterLine.tsx'
import { Caption } from '../controls/Caption.tsx'
import controls from '../controls/controls.module.css'
import styles from './FullPlayer.module.css'
import type { KeepPart } from '../keep-part.ts'
import type { LyricsParts } from '../lyrics-parts.ts'
import { Notices } from '../notices/Notices.tsx'
import { NowPlaying } from '../controls/NowPlaying.tsx'
import { QualityButton } from '../sound/QualityButton.tsx'
import { QueueHeading } from '../queue/QueueHeading.tsx'
import { QueueList } from '../queue/QueueList.tsx'
import { SleepButton } from '../sleep/SleepButton.tsx'
import { useGestures } from '../controls/gestures/use-gestures.ts'
import { useCurrentTrack } from '../use-player.ts'
import { VolumeControl } from '../controls/VolumeControl.tsx'
import { WaveSeekBar } from '../controls/seek-bar/WaveSeekBar.tsx'

const PicturePlace = lazyComponent(() => import('../video/PicturePlace.tsx'), PartMissing)

type Props = { lyrics: LyricsParts; Keep: KeepPart; onClose: () => void }

/** The player as a modal over the whole window. */
export default function FullPlayer({ lyrics, Keep, onClose }: Props) {
  const { t } = useTranslation('player')
  const router = useRouter()
  const dialog = useRef<HTMLDialogElement>(null)
  const style = useSettings(({ playerStyle }) => playerStyle)
  const track = useCurrentTrack()
  const queue = useQueuePlace(style)
  const queueButton = useRef<HTMLButtonElement>(null)
  const close = () => dialog.current?.close()
  const leaveEntry = useBackCloses(close)
  const path = useLocation({ select: ({ pathname }) => pathname })
  const openedAt = useRef(path)
  useEffect(() => {
    // A link in a dialog over it leads away.
    if (path !== openedAt.current) dialog.current?.close()
  }, [path])
  const { handlers } = useGestures({ onSwipe: (direction) => direction === 'down' && close() })

  function handleLeave(event: MouseEvent<HTMLAnchorElement>) {
    const { href } = event.currentTarget
    // The link leads to the page behind: closing the player is enough.
    if (href === location.href) event.preventDefault()
    else if (leaveEntry()) {
      event.preventDefault()
      void router.navigate({ href: href.slice(location.origin.length), replace: true })
    }
    close()
  }

  /** Escape closes what was opened last; of the dialogs over this one React brings the event here, too. */
  function handleCancel(event: SyntheticEvent<HTMLDialogElement>) {
    if (event.target !== event.currentTarget || !queue.isInstead) return
    event.preventDefault()
    queue.hide()
    queueButton.current?.focus()
  }

  return (
    <Modal
      ref={dialog}
      className={`${styles.full} ${styles[style]}`}
      data-player-keys=""
      aria-label={t('full.title')}
      onCancel={handleCancel}
      onClose={onClose}
      {...handlers}
    >
      <div className={styles.backdrop}>{track && <BlurredPicture src={mediaAddress(track.coverUrl)} />}</div>
      <NowPlaying />
      <header className={styles.header} data-swipe="">
        <IconButton label={t('full.close')} onClick={close}>
          <ChevronDownIcon />
        </IconButton>
        {track && <Keep track={track} />}
        <StyleSelect />
      </header>
      <Notices />
      <Stage style={style} lyrics={lyrics} queue={queue} queueButton={queueButton} onLeave={handleLeave} />
    </Modal>
  )
}

/** A native select, invisible over an icon. */
function StyleSelect() {
  const { t } = useTranslation('player')
  const style = useSettings(({ playerStyle }) => playerStyle)
  return (
    <span className={styles.style} title={t('full.style')}>
      {style === 'new' ? <LargeCoverIcon /> : <ClassicIcon />}
      <select
        aria-label={t('full.style')}
        value={style}
        onChange={({ target }) => {
          const playerStyle = playerStyles.find((known) => known === target.value)
          if (playerStyle) useSettings.setState({ playerStyle })
        }}
      >
        {playerStyles.map((known) => (
          <option key={known} value={known}>
            {t(`full.styles.${known}`)}
          </option>
        ))}
      </select>
    </span>
  )
}

type QueuePlace = {
  isBeside: boolean
  /** Whether it replaces the cover. */
  isInstead: boolean
  toggle: () => void
  hide: () => void
}

/** The queue is beside the cover if there is room, or replaces it on demand. */
function useQueuePlace(style: PlayerStyle): QueuePlace {
  const [isWanted, setWanted] = useState(false)
  const isRoomy = useMedia(ROOMY)
  const isBeside = isRoomy && style === 'new'
  return {
    isBeside,
    isInstead: isWanted && !isBeside,
    toggle: () => setWanted(!isWanted),
    hide: () => setWanted(false),
  }
}

type StageProps = {
  style: PlayerStyle
  lyrics: LyricsParts
  queue: QueuePlace
  queueButton: RefObject<HTMLButtonElement | null>
} & Leaving

/** Lyrics replace the cover when they are on, as does the picture of a video. */
function Stage({ style, lyrics, queue, queueButton, onLeave }: StageProps) {
  const { t } = useTranslation('player')
  const lyricsTexts = useTranslation('lyrics')
  const isLyricsOn = useSubtitlesOn()
  const { isBeside, isInstead } = queue
  const isVideo = useCurrentTrack()?.videoUrl !== undefined
  const cover = isLyricsOn ? <Lyrics parts={lyrics} /> : <Cover />
  const picture = isVideo ? <Video cover={cover} lyrics={lyrics} /> : cover
  const titles = <Titles onLeave={onLeave} />
  return (
    <div className={styles.stage}>
      <div className={styles.main}>
        {isInstead ? <Queue takesFocus /> : picture}
        {style === 'new' && titles}
        {style === 'new' && <ChapterLine />}
        {style === 'new' && <WaveSeekBar />}
        <div className={styles.buttons}>
          <PreviousButton />
          <JumpButton direction="back" />
          <PlayButton />
          <JumpButton direction="forward" />
          <NextButton />
        </div>
        {style === 'classic' && <WaveSeekBar />}
        {style === 'classic' && titles}
        {style === 'classic' && <ChapterLine />}
        <div className={styles.sound}>
          <VolumeControl />
          <QualityButton />
        </div>
        <div className={styles.extras}>
          <ModeButton caption={t('mode.caption')} />
          <SleepButton caption={t('sleep.caption')} />
          <SoundButton caption={t('sound.title')} />
          <LyricsButton caption={lyricsTexts.t('title')} onTurnOn={queue.hide} />
          {!isBeside && (
            <IconButton
              ref={queueButton}
              label={t('queue.title')}
              aria-expanded={isInstead}
              className={`${controls.captioned} ${isInstead ? controls.chosen : ''}`}
              onClick={queue.toggle}
            >
              <QueueIcon />
              <Caption text={t('queue.caption')} />
            </IconButton>
          )}
        </div>
      </div>
      {isBeside && <Queue />}
    </div>
  )
}

function Cover() {
  const track = useCurrentTrack()
  return (
    <div className={styles.art} data-swipe="">
      <img
        className={styles.cover}
        src={track ? mediaAddress(track.largeCoverUrl) : undefined}
        alt=""
        width={560}
        height={420}
        decoding="async"
      />
    </div>
  )
}

function Lyrics({ parts }: { parts: LyricsParts }) {
  return (
    <div className={styles.lyrics}>
      <parts.View cover={<Cover />} />
    </div>
  )
}

function Video({ cover, lyrics }: { cover: ReactNode; lyrics: LyricsParts }) {
  return (
    <div className={styles.video}>
      <PicturePlace cover={cover} lyrics={lyrics} />
    </div>
  )
}

type Leaving = { onLeave: (event: MouseEvent<HTMLAnchorElement>) => void }

function Titles({ onLeave }: Leaving) {
  const track = useCurrentTrack()
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    // Opened in a new tab, the work leaves this page and the player open.
    if (!event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey) onLeave(event)
  }
  return (
    <div className={styles.titles} data-swipe="">
      <h2 className={styles.title}>
        <bdi lang={langOfText(track?.title ?? '')}>{track?.title}</bdi>
      </h2>
      <a className={styles.work} href={track?.workPath} onClick={handleClick}>
        <bdi lang={langOfText(track?.workTitle ?? '')}>{track?.workTitle}</bdi>
      </a>
    </div>
  )
}

function Queue({ takesFocus = false }: { takesFocus?: boolean }) {
  const title = useId()
  return (
    <section className={styles.queue} aria-labelledby={title}>
      <header className={styles.queueHeader}>
        <QueueHeading id={title} />
      </header>
      <QueueList takesFocus={takesFocus} />
    </section>
  )
}
