import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'

/** A screen that is longer on its way is said to be. */
const SLOW_MS = 1_000

/**
 * What a document load does and a client navigation does not: tells screen readers the title of the new screen, and lets
 * the keyboard begin at its top, since the link that was followed is gone. Meanwhile `<html data-loading>` has the line at
 * the page's edge show that something is coming.
 */
export function RouteAnnouncer() {
  const { t } = useTranslation('works')
  const router = useRouter()
  const [said, setSaid] = useState('')
  const known = useRef<string>(null)
  useEffect(
    () =>
      router.subscribe('onRendered', ({ hrefChanged, pathChanged }) => {
        // A screen that comes after all has another title at the same address.
        if (hrefChanged || (known.current !== null && known.current !== document.title)) setSaid(document.title)
        known.current = document.title
        const { activeElement, body } = document
        if (pathChanged && (activeElement === null || activeElement === body)) {
          document.querySelector('main')?.focus({ preventScroll: true })
        }
      }),
    [router],
  )
  const loading = t('loading')
  useEffect(() => {
    const { dataset } = document.documentElement
    let timer: ReturnType<typeof setTimeout> | undefined
    const settle = () => {
      clearTimeout(timer)
      delete dataset.loading
    }
    const unsubscribe = [
      router.subscribe('onBeforeLoad', () => {
        settle()
        dataset.loading = ''
        timer = setTimeout(setSaid, SLOW_MS, loading)
      }),
      router.subscribe('onResolved', settle),
    ]
    return () => {
      settle()
      for (const each of unsubscribe) each()
    }
  }, [router, loading])
  return (
    <p className={controls.hidden} role="status">
      {said}
    </p>
  )
}
