import { useWindowVirtualizer } from '@tanstack/react-virtual'
import {
  memo,
  useEffect,
  useLayoutEffect,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type RefObject,
} from 'react'

import { termHref } from '#features/works/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { formatCount } from '#lib/format.ts'
import skeleton from '#ui/Skeleton.module.css'

import { nameKinds, type NameKind } from './name-kinds.ts'
import type { NameEntry } from './name-list.ts'
import css from './NameGrid.module.css'
import { OPENING_LENGTH } from './names-loader.ts'

/** Rows that are there above and below what is seen: what a fast finger passes, and what the Tab key reaches next. */
const OVERSCAN_ROWS = 8

type Props = {
  ref: RefObject<HTMLUListElement | null>
  kind: NameKind
  /** The first of them, or all. */
  entries: readonly NameEntry[]
  /** How many there are to show, also those still on their way. */
  total: number
  isBusy: boolean
  /** Whether tags are shown by their milder names. */
  isCensored: boolean
}

/**
 * Names in columns, of which only those near the window are in the document. The first render, which the server's page
 * has to equal, holds the first few hundred; the height is that of the whole list from the start.
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

  function handleKeyDown(event: KeyboardEvent<HTMLUListElement>) {
    const step = layout && stepOf(event.key, layout.columns)
    const current = event.target instanceof Element && event.target.closest('li')?.dataset.index
    if (!step || !current || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const next = event.currentTarget.querySelector<HTMLElement>(`[data-index="${Number(current) + step}"] a`)
    if (!next) return
    event.preventDefault()
    next.focus()
  }

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
        onKeyDown={handleKeyDown}
      >
        {indexes.map((index) => {
          const entry = entries[index]
          return entry ? (
            <li key={entry.id} data-index={index} aria-setsize={total} aria-posinset={index + 1}>
              <NameLink kind={kind} entry={entry} />
            </li>
          ) : (
            <li key={index} className={css.blank} aria-hidden="true">
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
    <a className={css.link} href={termHref(nameKinds[kind].namespace, entry.term)}>
      <span className={css.name}>{entry.name}</span>
      <span className={css.count} title={t('works', { count: entry.count, formatted: formatCount(entry.count) })}>
        {formatCount(entry.count)}
      </span>
    </a>
  )
})

function stepOf(key: string, columns: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return 1
    case 'ArrowLeft':
      return -1
    case 'ArrowDown':
      return columns
    case 'ArrowUp':
      return -columns
    default:
      return undefined
  }
}

type GridLayout = {
  columns: number
  /** From one row to the next. */
  rowPx: number
  /** From the top of the page to the list. */
  top: number
}

/** How the styles lay the list out; null before there are any, as on the server. */
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
