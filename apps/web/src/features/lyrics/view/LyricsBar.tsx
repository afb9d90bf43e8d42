import { useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

import { useIsPlaying } from '#features/player/index.ts'
import { useSettings } from '#features/settings/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import { canHaveWindow } from '#lib/browser/own-window.ts'
import { focusOpener, giveFocusBack } from '#lib/browser/focus.ts'
import { shownName } from '#lib/format/shown-name.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { GripIcon, TuneIcon, WindowIcon } from '#ui/icons/player-icons.tsx'
import { PartMissing } from '#ui/PartMissing.tsx'

import css from './LyricsBar.module.css'
import { placeStyle, useDrag } from './use-drag.ts'
import { useCueIndex } from './use-cue-index.ts'
import { useLyrics, type Lyrics } from '../use-lyrics.ts'
import { usePlace } from './use-place.ts'
import { useOwnWindow } from './use-own-window.ts'

const LyricsDialog = lazyComponent(() => import('../choose/LyricsDialog.tsx'), PartMissing)

/**
 * The current line over the page, where the listener placed it.
 *
 * Not a live region: its text is being spoken already, and a screen reader that repeated every line would talk over it.
 */
export default function LyricsBar({ isAskedFor }: { isAskedFor: boolean }) {
  const { t } = useTranslation('lyrics')
  const lyrics = useLyrics()
  const opener = useRef<HTMLButtonElement>(null)
  const [isChoosing, setChoosing] = useState(false)
  const [bar, setBar] = useState<HTMLDivElement | null>(null)
  const place = usePlace(bar)
  const { area, handle } = useDrag(place)

  function handleOpen() {
    focusOpener(opener.current)
    setChoosing(true)
  }

  function handleClose() {
    setChoosing(false)
    giveFocusBack(opener.current)
  }

  const isPlaying = useIsPlaying()
  const isShown = lyrics.cues !== null || isWorthTelling(lyrics, isAskedFor)
  const isApart = useSettings(({ subtitleDisplayMode }) => subtitleDisplayMode === 'pip')
  // Once it has shown lines it stays open, because reopening needs a press.
  const [hasHadLines, setHadLines] = useState(false)
  if (lyrics.cues && !hasHadLines) setHadLines(true)
  const [attempt, setAttempt] = useState(0)
  const ownWindow = useOwnWindow(isApart && hasHadLines ? attempt : null, t('title'))

  function showApart() {
    useSettings.setState({ subtitleDisplayMode: 'pip' })
    setAttempt(attempt + 1)
  }

  const content = lyrics.cues ? <Line key={lyrics.chosen?.id} lyrics={lyrics} /> : <Notice lyrics={lyrics} />
  return (
    <>
      {isShown && ownWindow && createPortal(content, ownWindow.document.body)}
      {isShown && !ownWindow && (
        <section className={css.room} aria-label={t('title')} data-still={isPlaying ? undefined : ''}>
          <RoomAtEnd key={`${place.x} ${place.y}`} bar={bar} />
          <div ref={setBar} className={css.bar} style={placeStyle(place)} {...area}>
            <IconButton {...handle} label={t('move')} className={css.handle}>
              <GripIcon />
            </IconButton>
            {content}
            {lyrics.cues && canHaveWindow() && (
              <IconButton label={t('window')} className={css.window} onClick={showApart}>
                <WindowIcon />
              </IconButton>
            )}
            <IconButton ref={opener} label={t('choose')} aria-haspopup="dialog" onClick={handleOpen}>
              <TuneIcon />
            </IconButton>
          </div>
        </section>
      )}
      {isChoosing && <LyricsDialog onClose={handleClose} />}
    </>
  )
}

/** A note fits between the bar and the player with this much room. */
const NOTICES_PX = 72

/**
 * Adds scroll space while the bar is near the player, so that the page's end can be scrolled above it, and notices are above it. It grows
 * with the longest line, and does not shrink with the next one: what is above the bar would move with each. Each place has its own.
 */
function RoomAtEnd({ bar }: { bar: HTMLElement | null }) {
  useLayoutEffect(() => {
    const room = bar?.parentElement
    if (!bar || !room) return undefined
    const { style } = document.documentElement
    let [width, height] = [0, 0]
    const resized = new ResizeObserver(() => {
      const lowest = room.getBoundingClientRect().bottom
      const at = bar.getBoundingClientRect()
      const isSameWidth = at.width === width
      if (lowest - at.bottom > NOTICES_PX) {
        height = 0
        style.removeProperty('--lyrics-height')
      } else if (!isSameWidth || lowest - at.top > height) {
        height = lowest - at.top
        style.setProperty('--lyrics-height', `max(4rem, ${height}px + 0.75rem)`)
      }
      width = at.width
    })
    resized.observe(bar)
    resized.observe(room)
    return () => {
      resized.disconnect()
      style.removeProperty('--lyrics-height')
    }
  }, [bar])
  return null
}

/** A work without subtitles shows no message, unless lyrics were just requested. */
function isWorthTelling({ candidates, isPending, isFailed }: Lyrics, isAskedFor: boolean): boolean {
  if (isPending) return false
  return isAskedFor || isFailed || candidates.length > 0
}

function Line({ lyrics: { cues, language, offsetSeconds } }: { lyrics: Lyrics }) {
  const index = useCueIndex(cues, offsetSeconds)
  // Between two lines the previous one stays and fades, so that the bar keeps its size.
  const [last, setLast] = useState(index)
  if (index >= 0 && index !== last) setLast(index)
  const text = cues?.[index >= 0 ? index : last]?.text
  return (
    <p
      className={css.line}
      lang={language ?? undefined}
      dir="auto"
      aria-hidden={index < 0}
      data-waits={index < 0 ? '' : undefined}
    >
      {text}
    </p>
  )
}

function Notice({ lyrics: { candidates, chosen, isFailed } }: { lyrics: Lyrics }) {
  const { t } = useTranslation('lyrics')
  const broken = chosen?.reading.problem ? chosen.name : undefined
  return (
    <p className={css.notice}>
      {isFailed
        ? t('failed')
        : broken !== undefined
          ? t('broken', { name: shownName(broken) })
          : candidates.length > 0
            ? t('unsure')
            : t('none')}
    </p>
  )
}
