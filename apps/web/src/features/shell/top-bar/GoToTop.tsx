import { useEffect, useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { ToTopIcon } from '#ui/icons/deferred-icons.ts'
import '#i18n/on-demand/menu-texts.ts'

import css from './GoToTop.module.css'

/** Appears after scrolling this many window heights. */
const FAR = 0.75

/** A button to the page's top. Extends the page by its height, so that it covers nothing at the end. */
export function GoToTop() {
  const { t } = useTranslation('menu')
  const [isFar, setFar] = useState(false)
  useEffect(() => {
    const look = () => setFar(scrollY > FAR * innerHeight)
    look()
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look)
    return () => {
      removeEventListener('scroll', look)
      removeEventListener('resize', look)
    }
  }, [])
  useEffect(() => {
    const { style } = document.documentElement
    if (isFar) style.setProperty('--go-to-top-height', '3.5rem')
    return () => void style.removeProperty('--go-to-top-height')
  }, [isFar])

  function handleClick() {
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    scrollTo({ top: 0, behavior: isCalm ? 'instant' : 'smooth' })
    // The button disappears: the focus moves to the top.
    document.querySelector('main')?.focus({ preventScroll: true })
  }

  if (!isFar) return null
  return (
    <button type="button" className={css.button} aria-label={t('toTop')} title={t('toTop')} onClick={handleClick}>
      <ToTopIcon size="1.5em" />
    </button>
  )
}
