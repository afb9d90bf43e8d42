import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Stops waiting for slower lists. */
const LONGEST_WAIT_MS = 10_000

const MARKED_MS = 2_500

/**
 * A link that ends in `#work-…` leads to that work's card: it is scrolled into view, marked for a moment, and receives the
 * focus. The list may still be loading. Going back in the history restores the earlier scroll position instead.
 */
export function useMarkedCard(): void {
  const router = useRouter()
  useEffect(() => {
    let wanted: string | null = null
    let stop = () => {}
    const unsubscribe = [
      router.history.subscribe(({ location: { hash }, action }) => {
        stop()
        const isLink = action.type === 'PUSH' || action.type === 'REPLACE'
        wanted = isLink && /^#work-\d+$/.test(hash) ? hash.slice(1) : null
      }),
      router.subscribe('onRendered', () => {
        if (wanted !== null) stop = whenThere(wanted, mark)
        wanted = null
      }),
    ]
    return () => {
      stop()
      for (const each of unsubscribe) each()
    }
  }, [router])
}

/** @returns a function that stops waiting */
function whenThere(id: string, then: (element: HTMLElement) => void): () => void {
  const observer = new MutationObserver(look)
  const timer = setTimeout(() => observer.disconnect(), LONGEST_WAIT_MS)
  const stop = () => {
    clearTimeout(timer)
    observer.disconnect()
  }
  function look() {
    // A work may only be on a shelf.
    const onShelf = `[data-shelf-work="${id.slice('work-'.length)}"]`
    const element = document.getElementById(id) ?? document.querySelector<HTMLElement>(onShelf)
    if (!element) return
    stop()
    then(element)
  }
  observer.observe(document.body, { childList: true, subtree: true })
  look()
  return stop
}

function mark(card: HTMLElement): void {
  card.scrollIntoView({ block: 'center', behavior: 'instant' })
  card.querySelector<HTMLElement>('h2 a, [data-shelf-work] > a')?.focus({ preventScroll: true })
  card.dataset.marked = ''
  setTimeout(() => delete card.dataset.marked, MARKED_MS)
}
