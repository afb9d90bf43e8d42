import { useEffect, useRef, type PointerEvent, type RefObject } from 'react'

/** Pixels: a drag closer than this to the list's edge scrolls it. */
const EDGE = 48
/** Pixels per frame, at the very edge. */
const FASTEST = 14

type Drag = {
  pointerId: number
  from: number
  to: number
  /** Pixels from one row to the next. */
  step: number
  pointerY: number
  startY: number
  startScroll: number
}

/**
 * Reorders the rows of a list by dragging handles in them; all rows have the same height. Rows are moved by styles
 * alone: a long list does not re-render for each pixel, and a cancelled pointer changes nothing.
 */
export function useReorder(list: RefObject<HTMLElement | null>, onMove: (from: number, to: number) => void) {
  const drag = useRef<Drag>(undefined)
  const frame = useRef(0)
  useEffect(() => () => cancelAnimationFrame(frame.current), [])

  function handleDown(event: PointerEvent<HTMLElement>, from: number) {
    const rows = list.current
    const row = rows?.children[from]
    if (!rows || !row || drag.current || event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const { pointerId, clientY } = event
    const step = row.getBoundingClientRect().height
    const start = { startY: clientY, startScroll: rows.scrollTop }
    drag.current = { pointerId, from, to: from, step, pointerY: clientY, ...start }
    rows.dataset.dragging = 'on'
    row.setAttribute('data-dragged', '')
    follow()
  }

  /** Runs every frame, as the list may scroll under a resting pointer. */
  function follow() {
    const [rows, now] = [list.current, drag.current]
    if (!rows || !now) return
    const { top, bottom } = rows.getBoundingClientRect()
    const [above, below] = [top + EDGE - now.pointerY, now.pointerY - (bottom - EDGE)]
    const into = Math.min(Math.max(above, below), EDGE) / EDGE
    if (into > 0) rows.scrollTop += (above > below ? -1 : 1) * Math.ceil(into * FASTEST)

    const last = rows.children.length - 1
    const wanted = now.pointerY - now.startY + rows.scrollTop - now.startScroll
    const moved = Math.min(Math.max(wanted, -now.from * now.step), (last - now.from) * now.step)
    now.to = now.from + Math.round(moved / now.step)
    show(rows, now, moved)
    frame.current = requestAnimationFrame(follow)
  }

  function end(event: PointerEvent, isDropped: boolean) {
    const [rows, over] = [list.current, drag.current]
    if (over?.pointerId !== event.pointerId) return
    drag.current = undefined
    cancelAnimationFrame(frame.current)
    if (!rows) return
    delete rows.dataset.dragging
    for (const row of rows.children as HTMLCollectionOf<HTMLElement>) {
      row.style.translate = ''
      row.removeAttribute('data-dragged')
    }
    if (isDropped && over.to !== over.from) onMove(over.from, over.to)
  }

  return (index: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => handleDown(event, index),
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (drag.current?.pointerId === event.pointerId) drag.current.pointerY = event.clientY
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      if (drag.current?.pointerId === event.pointerId) {
        drag.current.pointerY = event.clientY
        cancelAnimationFrame(frame.current)
        follow()
      }
      end(event, true)
    },
    onPointerCancel: (event: PointerEvent<HTMLElement>) => end(event, false),
  })
}

/** Moves the dragged row with the pointer; the rows it passes make room. */
function show(rows: HTMLElement, { from, to, step }: Drag, moved: number) {
  for (const [index, row] of [...(rows.children as HTMLCollectionOf<HTMLElement>)].entries()) {
    const makesRoom = index > from && index <= to ? -step : index < from && index >= to ? step : 0
    const shift = index === from ? moved : makesRoom
    const translate = shift === 0 ? '' : `0 ${shift}px`
    if (row.style.translate !== translate) row.style.translate = translate
  }
}
