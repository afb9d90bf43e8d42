import { useEffect, useRef, useState } from 'react'

/** Glyphs may overflow their line slightly; more than this in pixels is another line. */
const SLACK = 12

/**
 * Whether an element's text is cut by its styles.
 *
 * @param isOpen  whether all of it is shown now; the last answer stays
 */
export function useCut<E extends HTMLElement>(isOpen: boolean) {
  const ref = useRef<E>(null)
  const [isCut, setCut] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (element === null || isOpen) return undefined
    const observer = new ResizeObserver(() => setCut(element.scrollHeight > element.clientHeight + SLACK))
    observer.observe(element)
    return () => observer.disconnect()
  }, [isOpen])
  return { ref, isCut }
}
