import { workPath } from '@otodana/work-code'
import { memo, useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'

import { useCovers, useWorkTexts } from '#features/works/index.ts'
import { langOf } from '#i18n/lang-of.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '#ui/icons/core-icons.ts'
import { OutlinedPauseIcon } from '#ui/icons/deferred-icons.ts'

import type { ShelfWork } from '../suggestions.queries.ts'
import { firstSeen, nextStop } from './shelf-rules.ts'
import css from './Shelf.module.css'
import { readCalm, useAutoplay } from './use-autoplay.ts'

type Props = {
  /** Unique and stable. */
  name: string
  title: string
  /** The full list. */
  href?: string
  works: readonly ShelfWork[]
  /** Numbered from the first. */
  isRanked?: boolean | undefined
  /** Advances automatically. */
  isMoving?: boolean
  /** Beside the title: a button for another shelf in the same place. */
  before?: ReactNode
  behind?: ReactNode
}

/**
 * A row of works, browsed by swiping, buttons or arrow keys. It is a single tab stop, so that the library below stays
 * reachable. Use a `key` for other works.
 */
export function Shelf({ name, title, href, works, isRanked = false, isMoving = false, before, behind }: Props) {
  const { t } = useTranslation('recommender')
  const id = useId()
  const [shelf, setShelf] = useState<HTMLElement | null>(null)
  const row = useRef<HTMLElement>(null)
  const [edge, setEdge] = useState<Edge>('start')
  const [chosen, setChosen] = useState(0)
  const at = Math.min(chosen, works.length - 1)
  const autoplay = useAutoplay(name, isMoving ? shelf : null, row, () => {
    const { current } = row
    if (current) moveTo(current, nextStop(startsOf(current), current.scrollLeft, endOf(current)))
  })

  function look(): void {
    const { current } = row
    if (!current) return
    setEdge(edgeOf(current))
    // The tab stop follows the visible works.
    if (!current.contains(document.activeElement)) setChosen(firstSeen(startsOf(current), current.scrollLeft))
  }

  // Whether all covers fit is known after layout, and changes with the window's width.
  useEffect(() => {
    if (!row.current) return undefined
    const observer = new ResizeObserver(() => row.current && setEdge(edgeOf(row.current)))
    observer.observe(row.current)
    return () => observer.disconnect()
  }, [])

  /** Scrolls by the number of visible covers. */
  function turn(by: -1 | 1): void {
    const { current } = row
    if (!current) return
    autoplay.stop()
    moveTo(current, current.scrollLeft + by * Math.max(current.clientWidth * 0.85, 1))
  }

  function handleKey(event: KeyboardEvent): void {
    // Any key but the one that leads past it.
    if (event.key !== 'Tab') autoplay.stop()
    const to = targetOf(event.key, at, works.length)
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    row.current?.querySelectorAll<HTMLElement>('a')[to]?.focus()
  }

  const List = isRanked ? 'ol' : 'ul'
  return (
    <section ref={setShelf} className={css.shelf} aria-labelledby={id} data-shelf={name} {...autoplay.attention}>
      <div className={css.head}>
        {before}
        <h2 id={id} className={css.title}>
          {href === undefined ? (
            title
          ) : (
            <a href={href}>
              {title}
              <ChevronRightIcon size="1.25em" />
            </a>
          )}
        </h2>
        {behind}
        <div className={css.controls}>
          {isMoving && !autoplay.isCalm && !autoplay.isStopped && edge !== 'both' ? (
            <IconButton
              isSmall
              label={t('shelf.stop', { title })}
              title={t('shelf.stopHint')}
              onClick={() => {
                // The button goes with what it stops.
                row.current?.querySelectorAll<HTMLElement>('a')[at]?.focus({ preventScroll: true })
                autoplay.stop()
              }}
            >
              <OutlinedPauseIcon />
            </IconButton>
          ) : null}
          {edge === 'both' ? null : (
            <>
              <Turn isBack isAtEnd={edge === 'start'} label={t('shelf.previous', { title })} onTurn={() => turn(-1)} />
              <Turn isAtEnd={edge === 'end'} label={t('shelf.next', { title })} onTurn={() => turn(1)} />
            </>
          )}
        </div>
      </div>
      <List
        ref={(list: HTMLElement | null) => void (row.current = list)}
        className={css.row}
        data-edge={edge}
        aria-labelledby={id}
        onScroll={look}
        onKeyDown={handleKey}
      >
        <Covers works={works} isRanked={isRanked} stop={at} onFocus={setChosen} />
      </List>
    </section>
  )
}

/** Equal for equal works in equal order. */
export function keyOf(works: readonly ShelfWork[]): string {
  return works.map(({ id }) => id).join()
}

type TurnProps = { isBack?: boolean; isAtEnd: boolean; label: string; onTurn: () => void }

function Turn({ isBack = false, isAtEnd, label, onTurn }: TurnProps) {
  return (
    <IconButton
      isSmall
      className={css.turn}
      label={label}
      aria-disabled={isAtEnd}
      onClick={isAtEnd ? undefined : onTurn}
    >
      {isBack ? <ChevronLeftIcon /> : <ChevronRightIcon />}
    </IconButton>
  )
}

type CoversProps = {
  works: readonly ShelfWork[]
  isRanked: boolean
  /** The index of the tab stop. */
  stop: number
  onFocus: (index: number) => void
}

/** Memoised, because the first measurement only changes what is around the covers. */
const Covers = memo(function Covers({ works, isRanked, stop, onFocus }: CoversProps) {
  return works.map((work, index) => (
    <li key={work.id} className={css.item} data-shelf-work={work.id}>
      <Cover work={work} rank={isRanked ? index + 1 : null} isStop={index === stop} onFocus={() => onFocus(index)} />
    </li>
  ))
})

type CoverProps = {
  work: ShelfWork
  rank: number | null
  /** Whether it is the tab stop. */
  isStop: boolean
  onFocus: () => void
}

function Cover({ work, rank, isStop, onFocus }: CoverProps) {
  const { coverUrl, coverSrcSet } = useCovers()
  const duration = useWorkTexts().duration(work.duration)
  return (
    <a className={css.work} href={workPath(work)} tabIndex={isStop ? undefined : -1} onFocus={onFocus}>
      <span className={css.cover}>
        <img
          className={css.image}
          src={coverUrl(work.id, '240x240')}
          srcSet={coverSrcSet(work.id)}
          sizes="(max-width: 48rem) 7.5rem, 10.5rem"
          alt=""
          width={560}
          height={420}
          // React preloads eager ones, also where the row is switched off or out of sight.
          loading="lazy"
          decoding="async"
        />
        {rank === null ? null : (
          <span className={css.rank} aria-hidden="true">
            {rank}
          </span>
        )}
        {duration === null ? null : (
          <span className={css.duration} aria-hidden="true">
            {duration}
          </span>
        )}
      </span>
      <span className={css.name} title={work.title} lang={langOf(work, work.title)}>
        {work.title}
      </span>
      <span className={css.circle} lang={langOf(work, work.circle.name)}>
        {work.circle.name}
      </span>
    </a>
  )
}

/** The visible ends of the row. */
type Edge = 'start' | 'end' | 'both' | 'none'

function edgeOf(row: HTMLElement): Edge {
  const isStart = row.scrollLeft <= 1
  const isEnd = row.scrollLeft >= endOf(row) - 1
  if (isStart) return isEnd ? 'both' : 'start'
  return isEnd ? 'end' : 'none'
}

const endOf = (row: HTMLElement) => row.scrollWidth - row.clientWidth

/** Offsets of the works from the first one. */
function startsOf(row: HTMLElement): number[] {
  const items = Array.from(row.children, (item) => (item as HTMLElement).offsetLeft)
  return items.map((left) => left - items[0]!)
}

function moveTo(row: HTMLElement, left: number): void {
  row.scrollTo({ left, behavior: readCalm() ? 'instant' : 'smooth' })
}

/** Returns the index that a key moves to; undefined for other keys. */
function targetOf(key: string, at: number, count: number): number | undefined {
  const targets: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: count - 1 }
  const to = targets[key]
  return to === undefined ? undefined : Math.min(Math.max(to, 0), count - 1)
}
