import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

import controls from '#ui/controls.module.css'

/**
 * What a document load does and a client navigation does not: tells screen readers the title of the new screen, and lets
 * the keyboard begin at its top, since the link that was followed is gone.
 */
export function RouteAnnouncer() {
  const router = useRouter()
  const [title, setTitle] = useState('')
  const known = useRef<string>(null)
  useEffect(
    () =>
      router.subscribe('onRendered', ({ hrefChanged, pathChanged }) => {
        // A screen that comes after all has another title at the same address.
        if (hrefChanged || (known.current !== null && known.current !== document.title)) setTitle(document.title)
        known.current = document.title
        const { activeElement, body } = document
        if (pathChanged && (activeElement === null || activeElement === body)) {
          document.querySelector('main')?.focus({ preventScroll: true })
        }
      }),
    [router],
  )
  return (
    <p className={controls.hidden} role="status">
      {title}
    </p>
  )
}
