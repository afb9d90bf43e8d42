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

/** Pixels of a line of one row; others are measured. */
const USUAL_HEIGHT = 48
/** Pixels above the first large line and below the last, so that they too can be near the middle. */
const LARGE_PADDING = 140
/** Lines: further than this the list jumps, for a ride past hundreds tells nothing. */
const FAR = 12

type Props = {
  cues: readonly Cue[]
  language: string | null
  /** Of which these are the lines: where the listener has moved them, they are shown and chosen there. */
  trackHash: string | undefined
  /** In large letters and without times, as something to look at rather than to work with. */
  isLarge?: boolean
  /** The lines are not those of what plays: none of them is on. */
  isAside?: boolean
  /** What a click on a line does, given its time with the offset; null where there is nothing that it could do. */
  onChoose?: ((seconds: number) => void) | null
}

/**
 * All lines, the one that is on in the middle. Clicking a line goes there. One line is in the order of the Tab key; from it
 * the arrow keys lead to the others. Only what is in sight is in the document: a file may hold fifty thousand.
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
  // One object that changes within: the compiler leaves a component that uses it as it is.
  // oxlint-disable-next-line react/incompatible-library
  const lines = useVirtualizer({
    count: cues.length,
    getScrollElement: () => list.current,
    estimateSize: () => USUAL_HEIGHT,
    overscan: 6,
    paddingStart: isLarge ? LARGE_PADDING : 0,
    paddingEnd: isLarge ? LARGE_PADDING : 0,
    getItemKey: (index) => index,
    // Out of sight it is still what the Tab key leads to, and keeps the focus when the list rides on.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), Math.min(tabStop, cues.length - 1)])],
  })

  useEffect(() => {
    if (!isFollowing || current < 0) return
    const isNear = shown.current !== undefined && Math.abs(current - shown.current) <= FAR
    shown.current = current
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    lines.scrollToIndex(current, { align: 'center', behavior: isNear && !isCalm ? 'smooth' : 'auto' })
  }, [lines, current, isFollowing])

  // A line that was far away has to be there before it can be focused.
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
   * While the list still glides from a flick, browsers take a tap as a wish to stop it and make no click of it. The finger
   * itself is always told of; what would be its click is kept from the line below the button.
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
