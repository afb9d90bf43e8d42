import { useLayoutEffect, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react'

import { indexAfterKey, type GridPlace } from './grid-keys.ts'

/**
 * Keys that go through a list of which only a part is in the document. What has the focus and what a key asked for are
 * `kept`: the list draws them wherever it is scrolled to, so that the focus is never lost and a key never finds nothing.
 *
 * @param list  its items carry `data-index`, and a link as soon as what they show is there
 * @param grid  how the list is laid out; null while it is not known
 * @param entries  what is listed: when more of it comes, a place that was asked for may be there
 */
export function useGridFocus(
  list: RefObject<HTMLElement | null>,
  grid: { total: number; columns: number; rowPx: number } | null,
  entries: readonly unknown[],
) {
  /** Which item has the focus. */
  const [focused, setFocused] = useState<number | null>(null)
  /** Which item is to have it as soon as it has a link; further keys go on from it. */
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
    // Another window came to the front: the focus is still here when this one comes back.
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
