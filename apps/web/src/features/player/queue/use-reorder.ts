import { useEffect, useRef, type PointerEvent, type RefObject } from 'react'

/** Pixels: nearer to the list's edge than this, a drag scrolls it. */
const EDGE = 48
/** Pixels a frame, at the very edge. */
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
 * Dragging the rows of a list, all of one height, by handles in them. The rows are moved by their styles alone: a long
 * list is not rendered again for each pixel, and nothing has happened when the browser takes the pointer away.
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

  /** Once a frame, for the list may scroll under a pointer that rests. */
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

/** The dragged row goes with the pointer, those that it passes make room. */
function show(rows: HTMLElement, { from, to, step }: Drag, moved: number) {
  for (const [index, row] of [...(rows.children as HTMLCollectionOf<HTMLElement>)].entries()) {
    const makesRoom = index > from && index <= to ? -step : index < from && index >= to ? step : 0
    const shift = index === from ? moved : makesRoom
    const translate = shift === 0 ? '' : `0 ${shift}px`
    if (row.style.translate !== translate) row.style.translate = translate
  }
}
