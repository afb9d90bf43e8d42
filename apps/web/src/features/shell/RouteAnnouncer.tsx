import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'

/** Loading is announced after this time. */
const SLOW_MS = 1_000

/**
 * What a document load does and client navigation does not: announces the new screen's title, and moves the focus to
 * its top. Meanwhile `<html data-loading>` shows the progress line.
 */
export function RouteAnnouncer() {
  const { t } = useTranslation('works')
  const router = useRouter()
  const [said, setSaid] = useState('')
  const known = useRef<string>(null)
  useEffect(
    () =>
      router.subscribe('onRendered', ({ hrefChanged, pathChanged }) => {
        // A screen may replace its pending one at the same URL with another title.
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
