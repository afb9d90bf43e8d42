import { useCallback, useEffect, useRef } from 'react'

/* Each item's button to remove it has `data-remove`, with the item's id. */

/** Moves the focus to the next item's button, or to the previous one's after the last. */
export function focusNeighbour(button: HTMLElement): void {
  const buttons = [...document.querySelectorAll<HTMLElement>('[data-remove]')]
  const at = buttons.indexOf(button)
  const neighbour = buttons[at + 1] ?? buttons[at - 1]
  neighbour?.focus({ preventScroll: true })
}

/** Moves the focus to a restored item, because the undo button disappears. */
export function useFocusOnReturn(): (id: string | number) => void {
  const awaited = useRef<string | number>(null)
  useEffect(() => {
    if (awaited.current === null || document.activeElement !== document.body) return
    const button = document.querySelector<HTMLElement>(`[data-remove="${awaited.current}"]`)
    if (!button) return
    awaited.current = null
    button.focus({ preventScroll: true })
  })
  return useCallback((id) => {
    awaited.current = id
    // Immediately, because the item may be restored before the button disappears.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  }, [])
}
