import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useLayoutEffect, useState, type CSSProperties, type RefObject } from 'react'

import { langOfText } from '#i18n/lang-of.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { formatCount } from '#lib/format/format-count.ts'
import skeleton from '#ui/Skeleton.module.css'

import { nameHref, type NameKind } from './name-kinds.ts'
import type { NameEntry } from './name-list.ts'
import css from './NameGrid.module.css'
import { OPENING_LENGTH } from './names-loader.ts'
import { useGridFocus } from './use-grid-focus.ts'

/** Rows rendered beyond the viewport, for fast scrolling and the Tab key. */
const OVERSCAN_ROWS = 16

type Props = {
  ref: RefObject<HTMLUListElement | null>
  kind: NameKind
  /** The first ones, or all. */
  entries: readonly NameEntry[]
  /** Total number, including those still loading. */
  total: number
  isBusy: boolean
  /** Whether tags are shown by their censored names. */
  isCensored: boolean
}

/**
 * Names in columns, of which only those near the viewport are rendered. The first render, which must equal the
 * server's, contains the first few hundred; the height is that of the whole list.
 */
export const NameGrid = memo(function NameGrid({ ref, kind, entries, total, isBusy, isCensored }: Props) {
  const { t } = useTranslation('names')
  const layout = useGridLayout(ref)
  const rowCount = layout ? Math.ceil(total / layout.columns) : 0
  // oxlint-disable-next-line react/incompatible-library -- screens are not compiled
  const virtualizer = useWindowVirtualizer({
    count: rowCount,
    estimateSize: () => layout?.rowPx ?? 0,
    scrollMargin: layout?.top ?? 0,
    overscan: OVERSCAN_ROWS,
    enabled: layout !== null,
  })
  const rowPx = layout?.rowPx
  useEffect(() => {
    if (rowPx !== undefined) virtualizer.measure()
  }, [rowPx, virtualizer])

  const rows = virtualizer.getVirtualItems()
  const [firstRow, lastRow] = [rows[0], rows.at(-1)]
  const isWindow = layout !== null && firstRow !== undefined && lastRow !== undefined
  const from = isWindow ? firstRow.index * layout.columns : 0
  const to = isWindow ? (lastRow.index + 1) * layout.columns : OPENING_LENGTH
  const indexes = Array.from({ length: Math.max(0, Math.min(to, total) - from) }, (_, at) => from + at)

  // Focused items stay rendered when scrolled out of view, in list order.
  const { kept, handlers } = useGridFocus(ref, layout && { total, ...layout }, entries)
  const isApart = (index: number) => isWindow && (index < from || index >= to)
  const apart = [...new Set(kept)].filter((index) => index < total && isApart(index))
  const drawn = [...indexes, ...apart].sort((a, b) => a - b)

  return (
    <div className={css.frame}>
      <a className={css.skip} href="#names-end">
        {t('skip')}
      </a>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys move between its links */}
      <ul
        ref={ref}
        className={css.grid}
        aria-label={t(`${kind}.title`)}
        aria-busy={isBusy}
        data-plain-tags={kind === 'tags' && !isCensored ? '' : undefined}
        style={
          {
            '--total': total,
            ...(isWindow
              ? { blockSize: `${rowCount * layout.rowPx}px`, paddingBlockStart: `${firstRow.index * layout.rowPx}px` }
              : {}),
          } as CSSProperties
        }
        {...handlers}
      >
        {drawn.map((index) => {
          const entry = entries[index]
          const where = layout && isApart(index) ? placeApart(index, layout) : undefined
          return entry ? (
            <li key={entry.id} data-index={index} aria-setsize={total} aria-posinset={index + 1} style={where}>
              <NameLink kind={kind} entry={entry} />
            </li>
          ) : (
            <li key={`blank ${index}`} className={css.blank} data-index={index} aria-hidden="true" style={where}>
              <span className={skeleton.skeleton} />
            </li>
          )
        })}
      </ul>
      <span id="names-end" tabIndex={-1} />
    </div>
  )
})

const NameLink = memo(function NameLink({ kind, entry }: { kind: NameKind; entry: NameEntry }) {
  const { t } = useTranslation('names')
  return (
    <a className={css.link} href={nameHref(kind, entry)}>
      {/* Tags are in the page's language. */}
      <span className={css.name} lang={kind === 'tags' ? undefined : langOfText(entry.name)}>
        {entry.name}
        {entry.of === undefined ? null : <span className={css.of}>{entry.of}</span>}
      </span>
      <span className={css.count} title={t('works', { count: entry.count, formatted: formatCount(entry.count) })}>
        {formatCount(entry.count)}
      </span>
    </a>
  )
})

/** Position of an item whose neighbours are not rendered. */
function placeApart(index: number, { columns, rowPx }: GridLayout): CSSProperties {
  const gap = 'var(--column-gap)'
  return {
    position: 'absolute',
    insetBlockStart: `${Math.floor(index / columns) * rowPx}px`,
    insetInlineStart: `calc((100% + ${gap}) / ${columns} * ${index % columns})`,
    inlineSize: `calc((100% + ${gap}) / ${columns} - ${gap})`,
    blockSize: 'var(--row)',
  }
}

type GridLayout = {
  columns: number
  /** Distance between rows. */
  rowPx: number
  /** From the top of the page to the list. */
  top: number
}

/** Measures the list's layout; null before styles are available, as on the server. */
function useGridLayout(ref: RefObject<HTMLUListElement | null>): GridLayout | null {
  const [layout, setLayout] = useState<GridLayout | null>(null)
  useLayoutEffect(() => {
    const list = ref.current
    if (!list) return undefined
    const read = () => {
      const style = getComputedStyle(list)
      const next = {
        columns: Math.max(1, Number(style.getPropertyValue('--columns')) || 1),
        rowPx: Number.parseFloat(style.gridAutoRows) + (Number.parseFloat(style.rowGap) || 0),
        top: Math.round(list.getBoundingClientRect().top + scrollY),
      }
      setLayout((known) => (known && sameLayout(known, next) ? known : next))
    }
    read()
    const observer = new ResizeObserver(read)
    observer.observe(list)
    return () => observer.disconnect()
  }, [ref])
  return layout
}

function sameLayout(a: GridLayout, b: GridLayout): boolean {
  return a.columns === b.columns && a.rowPx === b.rowPx && a.top === b.top
}
