import { useLayoutEffect, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react'

import { indexAfterKey, type GridPlace } from './grid-keys.ts'

/**
 * Keyboard navigation in a list of which only a part is rendered. The focused item and the target of a key are always
 * rendered, so that the focus is never lost.
 *
 * @param list  its items have `data-index`, and a link once loaded
 * @param grid  the layout; null while unknown
 * @param entries  the loaded entries: when more arrive, a pending target may be available
 */
export function useGridFocus(
  list: RefObject<HTMLElement | null>,
  grid: { total: number; columns: number; rowPx: number } | null,
  entries: readonly unknown[],
) {
  /** Index of the focused item. */
  const [focused, setFocused] = useState<number | null>(null)
  /** Index of the item to focus once it has a link; further keys continue from it. */
  const [wished, setWished] = useState<number | null>(null)

  const isThere = wished !== null && entries[wished] !== undefined
  useLayoutEffect(() => {
    if (wished === null) return
    const item = list.current?.querySelector(`[data-index="${wished}"]`)
    item?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    if (isThere) item?.querySelector('a')?.focus({ preventScroll: true })
  }, [list, wished, isThere])

  function handleKeyDown(event: KeyboardEvent) {
    const from = wished ?? indexOf(event)
    if (!grid || from === null || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const { total, columns, rowPx } = grid
    const place: GridPlace = { index: from, total, columns, rowsShown: Math.floor(innerHeight / rowPx) }
    const to = indexAfterKey(event.key, place)
    if (to === null) return
    event.preventDefault()
    setWished(to)
  }

  function handleFocus(event: FocusEvent) {
    setFocused(indexOf(event))
    setWished(null)
  }

  function handleBlur(event: FocusEvent) {
    // Another window was activated: the focus is still here when this one returns.
    if (document.activeElement === event.target) return
    setFocused(null)
    setWished(null)
  }

  return {
    kept: [focused, wished].filter((index) => index !== null),
    handlers: { onKeyDown: handleKeyDown, onFocus: handleFocus, onBlur: handleBlur },
  }
}

function indexOf({ target }: { target: EventTarget }): number | null {
  const index = target instanceof Element ? target.closest<HTMLElement>('[data-index]')?.dataset.index : undefined
  return index === undefined ? null : Number(index)
}
