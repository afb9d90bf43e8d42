import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

import controls from '#ui/controls.module.css'

/** Tells screen readers the title of the screen that a client navigation led to, as a document load would. */
export function RouteAnnouncer() {
  const router = useRouter()
  const [title, setTitle] = useState('')
  useEffect(
    () => router.subscribe('onRendered', ({ hrefChanged }) => hrefChanged && setTitle(document.title)),
    [router],
  )
  return (
    <p className={controls.hidden} role="status">
      {title}
    </p>
  )
}
