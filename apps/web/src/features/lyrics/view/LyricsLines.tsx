import type { Cue } from '@otodana/subtitles'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState, type KeyboardEvent, type TouchEvent } from 'react'

import { formatTime } from '#lib/format/format-time.ts'
import { seekTo } from '#features/player/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'

import { useChoice } from '../choose/choices.store.ts'
import css from './LyricsLines.module.css'
import { useCueIndex } from './use-cue-index.ts'
import { useFollow } from './use-follow.ts'

/** Estimated height of a line in pixels; visible ones are measured. */
const USUAL_HEIGHT = 48
/** Space in pixels above the first large line and below the last, so that they can be centred too. */
const LARGE_PADDING = 140
/** Beyond this number of lines the list jumps instead of scrolling smoothly. */
const FAR = 12

type Props = {
  cues: readonly Cue[]
  language: string | null
  /** The track of the lines; its offset is displayed and edited here. */
  trackHash: string | undefined
  /** Large text without times, for the full player. */
  isLarge?: boolean
  /** The lines do not belong to the current track, so none is highlighted. */
  isAside?: boolean
  /** Called with a clicked line's time including the offset; null if lines are not clickable. */
  onChoose?: ((seconds: number) => void) | null
}

/**
 * All lines, with the current one centred. Clicking a line seeks to it. One line is in the tab order; from it the arrow
 * keys lead to the others. Only visible lines are in the document: a file may contain fifty thousand.
 */
export default function LyricsLines({
  cues,
  language,
  trackHash,
  isLarge = false,
  isAside = false,
  onChoose = seekTo,
}: Props) {
  const { t } = useTranslation('lyrics')
  const list = useRef<HTMLDivElement>(null)
  const { offsetSeconds } = useChoice(trackHash)
  const current = useCueIndex(isAside ? null : cues, offsetSeconds)
  const { isFollowing, setFollowing } = useFollow(list)
  const [focused, setFocused] = useState<number | null>(null)
  const shown = useRef<number>(undefined)
  const tabStop = focused ?? Math.max(current, 0)
  // oxlint-disable-next-line react/incompatible-library -- a mutable object, so the compiler skips components that use it
  const lines = useVirtualizer({
    count: cues.length,
    getScrollElement: () => list.current,
    estimateSize: () => USUAL_HEIGHT,
    overscan: 6,
    paddingStart: isLarge ? LARGE_PADDING : 0,
    paddingEnd: isLarge ? LARGE_PADDING : 0,
    getItemKey: (index) => index,
    // The tab stop stays in the document when it is scrolled out of view, and keeps the focus.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), Math.min(tabStop, cues.length - 1)])],
  })

  useEffect(() => {
    if (!isFollowing || current < 0) return
    const isNear = shown.current !== undefined && Math.abs(current - shown.current) <= FAR
    shown.current = current
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    lines.scrollToIndex(current, { align: 'center', behavior: isNear && !isCalm ? 'smooth' : 'auto' })
  }, [lines, current, isFollowing])

  // A distant line must be rendered before it can be focused.
  useEffect(() => {
    if (focused === null) return
    list.current?.querySelector<HTMLElement>(`[data-index='${focused}'] button`)?.focus({ preventScroll: true })
  })

  function handleKey(event: KeyboardEvent, index: number) {
    const target = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: cues.length - 1 }[event.key]
    if (target === undefined || !(target in cues)) return
    event.preventDefault()
    setFollowing(false)
    setFocused(target)
    lines.scrollToIndex(target, { align: 'auto' })
  }

  /**
   * During momentum scrolling, browsers take a tap as a stop and fire no click. Touch events always fire; the tap's own
   * click must not reach the line below the button.
   */
  function handleBackTouch(event: TouchEvent<HTMLElement>) {
    const { clientX, clientY } = event.changedTouches[0]!
    if (!event.currentTarget.contains(document.elementFromPoint(clientX, clientY))) return
    event.preventDefault()
    setFollowing(true)
  }

  function handleClick(cue: Cue) {
    onChoose?.(Math.max(0, cue.startSeconds + offsetSeconds))
    setFollowing(true)
  }

  return (
    <div className={css.lines} data-large={isLarge ? '' : undefined}>
      <div ref={list} className={css.list}>
        <ol className={css.all} style={{ height: lines.getTotalSize() }}>
          {lines.getVirtualItems().map(({ index, start }) => {
            const cue = cues[index]
            return (
              cue && (
                <li
                  key={index}
                  ref={lines.measureElement}
                  data-index={index}
                  className={css.item}
                  style={{ translate: `0 ${start}px` }}
                  aria-setsize={cues.length}
                  aria-posinset={index + 1}
                >
                  <button
                    type="button"
                    className={css.line}
                    aria-disabled={onChoose === null}
                    tabIndex={index === tabStop ? 0 : -1}
                    aria-current={index === current ? 'true' : undefined}
                    onClick={() => handleClick(cue)}
                    onFocus={() => setFocused(index)}
                    onBlur={() => setFocused(null)}
                    onKeyDown={(event) => handleKey(event, index)}
                  >
                    {!isLarge && (
                      <span className={css.time}>{formatTime(Math.max(0, cue.startSeconds + offsetSeconds))}</span>
                    )}
                    <span className={css.text} lang={language ?? undefined} dir="auto">
                      {cue.text}
                    </span>
                  </button>
                </li>
              )
            )
          })}
        </ol>
      </div>
      {!isFollowing && (
        <button type="button" className={css.back} onClick={() => setFollowing(true)} onTouchEnd={handleBackTouch}>
          {t('follow')}
        </button>
      )}
    </div>
  )
}
